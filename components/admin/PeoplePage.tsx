import type { ReactNode } from 'react';
import { PEOPLE_TABS, type PeopleTab } from '#core/contract/account.ts';
import { addressOf, pageField } from '#core/contract/address.ts';
import { usePage } from '#framework/page.tsx';
import { Submit } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Field } from '../ui/Field.tsx';
import { PageLinks, SegmentLinks } from '../ui/Links.tsx';

type ListProps = {
  q: string;
  show: PeopleTab;
  page: number;
  /** The number of this page, plus 1 if there is a next page. The server does not count all pages. */
  pages: number;
  /** Formatted texts. `state` says that the account is suspended, deleted, simulated or an admin; null for others. */
  people: readonly { id: number; username: string; joined: string; state: string | null }[];
};

/** /admin/people: accounts by name, number, address or Discord id, newest first. */
export function PeoplePage({ q, show, page, pages, people }: ListProps) {
  const { t, user } = usePage();
  const segments = PEOPLE_TABS.map((tab) => ({
    href: peopleHref(q, tab),
    label: t(`people:tab.${tab}`),
    current: tab === show,
  }));
  return (
    <div className="mx-auto w-full max-w-254">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-h1">{t('people:title')}</h1>
        <SegmentLinks label={t('people:lists')} segments={segments} />
      </div>
      {user?.isAdmin && (
        <p className="mt-3">
          <a className="underline underline-offset-4" href="/admin/people/joins">
            {t('join:links')}
          </a>
        </p>
      )}
      <form className="mt-5 flex flex-wrap items-end gap-3" action="/admin/people">
        {show !== 'newest' && <input type="hidden" name="show" value={show} />}
        <Field
          name="q"
          type="search"
          label={t('people:search')}
          place="min-w-60 flex-1"
          defaultValue={q}
          maxLength={254}
          dir="auto"
        />
        <Submit look="secondary">{t('people:find')}</Submit>
      </form>
      <div className="mt-6">
        {people.length === 0 ? (
          <EmptyState shape="square">{t(q === '' ? 'people:empty' : 'people:none')}</EmptyState>
        ) : (
          <table className="w-full text-size-small">
            <thead className="text-caption text-paper-3">
              <tr>
                <ColumnHead>{t('people:name')}</ColumnHead>
                <ColumnHead>{t('people:joined')}</ColumnHead>
                <ColumnHead>{t('people:state')}</ColumnHead>
              </tr>
            </thead>
            <tbody>
              {people.map(({ id, username, joined, state }) => (
                <tr key={id} className="border-t border-line-1">
                  <td className="px-3 lt-md:px-2">
                    <a
                      className="inline-flex min-h-11 items-center font-600 underline underline-offset-4 [overflow-wrap:anywhere]"
                      href={`/admin/people/${id}`}
                    >
                      <bdi>{username}</bdi>
                    </a>
                  </td>
                  <td className="whitespace-nowrap px-3 text-paper-2 lt-md:px-2">{joined}</td>
                  <td className="px-3 text-paper-2 lt-md:px-2">{state}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      <PageLinks page={page} pages={pages} hrefOf={(to) => peopleHref(q, show, to)} />
    </div>
  );
}

const peopleHref = (q: string, show: PeopleTab, page = 1) =>
  addressOf('/admin/people', { q, show: show !== 'newest' && show, ...pageField(page) });

export const ColumnHead = ({ children }: { children: ReactNode }) => (
  <th scope="col" className="px-3 py-2 text-start font-500 lt-md:px-2">
    {children}
  </th>
);
