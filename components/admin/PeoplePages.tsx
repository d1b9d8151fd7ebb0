import type { ReactNode } from 'react';
import type { AccountRole } from '#core/account/permissions.ts';
import { MOST_NOTE, PEOPLE_TABS, type PeopleTab } from '#core/contract/account.ts';
import { usePage, useT } from '#framework/page.tsx';
import { traderPageHref } from '../leaderboard/hrefs.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Field, FieldIssue } from '../ui/Field.tsx';
import { Bdi } from '../ui/figures.tsx';
import { PageLinks, SegmentLinks } from '../ui/Links.tsx';
import { type RoleChoice, RoleDialog, RoleForm } from './PersonRole.tsx';
import { MeasureForm, MeasureList, type ReportedView, ReportList } from './ReportsPage.tsx';

type ListProps = {
  /** What is searched for. */
  q: string;
  show: PeopleTab;
  page: number;
  /** Pages known so far: this one, and the next one where there is one. */
  pages: number;
  /** Texts ready to show. `state` says that an account is suspended, deleted, simulated or an admin's; null for any other. */
  people: readonly { id: number; username: string; joined: string; state: string | null }[];
};

/** /admin/people: accounts by name, number, address or Discord number, the newest first. */
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
        <div className="min-w-60 flex-1">
          <label className="label" htmlFor="q">
            {t('people:search')}
          </label>
          <input
            id="q"
            name="q"
            type="search"
            className="input w-full"
            defaultValue={q}
            maxLength={254}
            dir="auto"
          />
        </div>
        <button type="submit" className="btn btn-secondary">
          {t('people:find')}
        </button>
      </form>
      <div className="mt-6">
        {people.length === 0 ? (
          <EmptyState shape="square">{t(q === '' ? 'people:empty' : 'people:none')}</EmptyState>
        ) : (
          <table className="w-full text-size-small">
            <thead className="text-caption text-paper-3">
              <tr>
                <Head>{t('people:name')}</Head>
                <Head>{t('people:joined')}</Head>
                <Head>{t('people:state')}</Head>
              </tr>
            </thead>
            <tbody>
              {people.map(({ id, username, joined, state }) => (
                <tr key={id} className="border-t border-line-1">
                  <td className="px-3">
                    <a
                      className="inline-flex min-h-11 items-center whitespace-nowrap font-600 underline underline-offset-4"
                      href={`/admin/people/${id}`}
                    >
                      <bdi>{username}</bdi>
                    </a>
                  </td>
                  <td className="whitespace-nowrap px-3 tabular-nums text-paper-2">{joined}</td>
                  <td className="px-3 text-paper-2">{state}</td>
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

/** Returns the address of a page of a list of people. */
function peopleHref(q: string, show: PeopleTab, page = 1): string {
  const query = new URLSearchParams();
  if (q !== '') query.set('q', q);
  if (show !== 'newest') query.set('show', show);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `/admin/people?${query}` : '/admin/people';
}

type PersonProps = Pick<ReportedView, 'username' | 'formerNames' | 'reports' | 'history' | 'state'> & {
  /** False for an admin and for a deleted account: nothing can be done about them. */
  isTrader: boolean;
  isDeleted: boolean;
  /** Whether a login of the person asks for a second factor. */
  hasFactor: boolean;
  role: AccountRole;
  /** False for a simulated trader and a deleted account. */
  hasRole: boolean;
  /** The role that waits for confirmation. */
  choice: RoleChoice | null;
  facts: readonly { name: string; value: string }[];
  /** Newest first. */
  seasons: readonly { number: number; place: string; equity: string; trades: string }[];
  /** Other accounts of the same browser. */
  others: readonly { id: number; username: string }[];
  /** The e-mail address, masked while it `canShow`; null without one. */
  email: EmailView | null;
  /** Newest first. */
  notes: readonly { id: number; about: string; note: string }[];
  /** The refused text of a new note, and why it was refused. */
  typedNote: string;
  noteIssue: string | undefined;
  /** The account's number. */
  id: number;
};

type EmailView = { text: string; canShow: boolean };

/** /admin/people/ID: everything an admin needs to know of a person, and what can be done about them. */
export function PersonPage({
  username,
  state,
  isTrader,
  isDeleted,
  hasFactor,
  role,
  hasRole,
  choice,
  facts,
  formerNames,
  seasons,
  reports,
  history,
  others,
  email,
  notes,
  typedNote,
  noteIssue,
  id,
}: PersonProps) {
  const { t, user } = usePage();
  const mayChoose = hasRole && user?.isAdmin && user.username !== username;
  return (
    <div className="mx-auto grid w-full max-w-254 grid-cols-1 gap-7">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="break-all text-h1">
          <bdi>{username}</bdi>
        </h1>
        {state && <span className="tag text-loss">{state}</span>}
        {isTrader && (
          <a className="btn btn-secondary btn-small ms-auto" href={traderPageHref(username)}>
            {t('people:page')}
          </a>
        )}
        {formerNames.length > 0 && (
          <p className="w-full text-size-small text-paper-2">
            {t('reports:names', { names: formerNames.join(', ') })}
          </p>
        )}
      </header>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-3">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-caption text-paper-3">{name}</dt>
            <dd className="mt-1 font-500 tabular-nums">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
        <div className="col-span-full">
          <dt className="text-caption text-paper-3">{t('people:email')}</dt>
          <dd className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 font-500">
            {email ? <Email id={id} email={email} /> : t('people:no')}
          </dd>
        </div>
      </dl>
      <Section title={t('people:seasons')}>
        {seasons.length === 0 ? (
          <p className="text-paper-2">{t('people:noSeasons')}</p>
        ) : (
          <Seasons username={username} isTrader={isTrader} seasons={seasons} />
        )}
      </Section>
      <Section title={t('people:reports')}>
        {reports.length === 0 ? (
          <p className="text-paper-2">{t('people:noReports')}</p>
        ) : (
          <ReportList reports={reports} />
        )}
      </Section>
      <Section title={t('people:same')}>
        <p className="text-paper-2">{t(others.length === 0 ? 'people:noSame' : 'people:sameAbout')}</p>
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
          {others.map((other) => (
            <li key={other.id}>
              <a className="break-all underline underline-offset-4" href={`/admin/people/${other.id}`}>
                <bdi>{other.username}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('people:notes')}>
        <p className="text-paper-2">{t('people:notesAbout')}</p>
        <ul className="mt-4 grid gap-3">
          {notes.map(({ id: number, about, note }) => (
            <li key={number}>
              <p className="text-size-small text-paper-2">{about}</p>
              <p dir="auto" className="whitespace-pre-wrap break-words">
                {note}
              </p>
            </li>
          ))}
        </ul>
        {!isDeleted && <NoteForm id={id} typedNote={typedNote} noteIssue={noteIssue} />}
      </Section>
      {mayChoose && (
        <Section title={t('people:role.title')}>
          <RoleForm id={id} username={username} role={role} />
        </Section>
      )}
      {hasFactor && user?.isAdmin && user.username !== username && (
        <Section title={t('safety:factorTitle')}>
          <FactorForm id={id} />
        </Section>
      )}
      {isTrader && (role === 'trader' || user?.isAdmin) && (
        <Section title={t('people:act')}>
          <div className="card grid gap-4 p-4">
            <MeasureList history={history} />
            <MeasureForm username={username} />
          </div>
        </Section>
      )}
      {mayChoose && choice && <RoleDialog id={id} username={username} role={role} {...choice} />}
    </div>
  );
}

function Email({ id, email }: { id: number; email: EmailView }) {
  const t = useT();
  return (
    <>
      <bdi dir="ltr" className="break-all">
        {email.text}
      </bdi>
      {email.canShow && (
        <form method="post" action={`/api/people/${id}/email`}>
          <button type="submit" className="btn btn-secondary btn-small">
            {t('people:show')}
          </button>
        </form>
      )}
    </>
  );
}

function NoteForm({ id, typedNote, noteIssue }: Pick<PersonProps, 'id' | 'typedNote' | 'noteIssue'>) {
  const t = useT();
  return (
    <form className="mt-4 grid gap-3" method="post" action={`/api/people/${id}/notes`}>
      <div>
        <label className="label" htmlFor="note">
          {t('people:note')}
        </label>
        <textarea
          id="note"
          name="note"
          className="input min-h-30 w-full py-2"
          rows={3}
          maxLength={MOST_NOTE}
          required
          dir="auto"
          defaultValue={typedNote}
          aria-invalid={noteIssue ? true : undefined}
          aria-describedby={noteIssue && 'issue-note'}
        />
        {noteIssue && <FieldIssue id="issue-note">{noteIssue}</FieldIssue>}
      </div>
      <button type="submit" className="btn btn-secondary w-fit">
        {t('people:addNote')}
      </button>
    </form>
  );
}

/** Takes the second factor from somebody who lost it. */
function FactorForm({ id }: Pick<PersonProps, 'id'>) {
  const t = useT();
  return (
    <form className="card grid gap-4 p-4" method="post" action={`/api/people/${id}/second-factor/take`}>
      <p className="max-w-[72ch] text-paper-2">{t('people:factorAbout')}</p>
      <Field name="reason" id="factor-reason" label={t('people:factorReason')} maxLength={500} required />
      <button type="submit" className="btn btn-danger w-fit">
        {t('people:factorTake')}
      </button>
    </form>
  );
}

function Seasons({ username, isTrader, seasons }: Pick<PersonProps, 'username' | 'isTrader' | 'seasons'>) {
  const { t, user } = usePage();
  const isRuled = isTrader && user?.isAdmin;
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-size-small">
        <thead className="text-caption text-paper-3">
          <tr>
            <Head>{t('people:season')}</Head>
            <Head>{t('seasons:place')}</Head>
            <Head>{t('people:equity')}</Head>
            <Head>{t('people:trades')}</Head>
          </tr>
        </thead>
        <tbody>
          {seasons.map(({ number, place, equity, trades }) => (
            <tr key={number} className="border-t border-line-1 tabular-nums">
              <td className="px-3 lt-md:px-2">
                <div className="flex flex-wrap gap-x-6">
                  <a
                    className="inline-flex min-h-11 min-w-11 items-center underline underline-offset-4"
                    href={`/competitions/${number}`}
                  >
                    {number}
                  </a>
                  {isRuled && (
                    <a
                      className="inline-flex min-h-11 items-center underline underline-offset-4"
                      href={`/competitions/${number}?${new URLSearchParams({ username })}`}
                    >
                      {t('people:disqualify', { number })}
                    </a>
                  )}
                </div>
              </td>
              <td className="px-3 lt-md:px-2">
                <Bdi>{place}</Bdi>
              </td>
              <td className="px-3 lt-md:px-2">
                <Bdi>{equity}</Bdi>
              </td>
              <td className="px-3 lt-md:px-2">{trades}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Head = ({ children }: { children: ReactNode }) => (
  <th scope="col" className="px-3 py-2 text-start font-500 lt-md:px-2">
    {children}
  </th>
);

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-h3">{title}</h2>
      {children}
    </section>
  );
}
