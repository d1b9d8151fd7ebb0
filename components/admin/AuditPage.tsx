import { addressOf, pageField } from '#core/contract/address.ts';
import { useT } from '#framework/page.tsx';
import { Submit } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Field, fieldOf, SelectField } from '../ui/Field.tsx';
import { PageLinks } from '../ui/Links.tsx';

/** An entry of the log; formatted texts. */
export type AuditView = {
  id: string;
  who: string | null;
  what: string;
  before: string;
  after: string;
  when: string;
};

/** Columns that a phone hides; a row shows their values below the action. */
const WIDE = 'lt-md:hidden';
const HEADS = { when: WIDE, who: WIDE, what: '', before: WIDE, after: WIDE } as const;

/** The filters of the log; an empty one matches every entry. */
type Search = { who: string; person: string; action: string; from: string; to: string };

type Props = {
  rows: readonly AuditView[];
  search: Search;
  actions: readonly { action: string; text: string }[];
  page: number;
  /** The number of this page, plus 1 if there is a next page. The server does not count all pages. */
  pages: number;
};

/** /admin/audit: the actions of admins, newest first. */
export function AuditPage({ rows, search, actions, page, pages }: Props) {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-254">
      <h1 className="text-h1">{t('seasons:audit')}</h1>
      <SearchForm search={search} actions={actions} />
      {rows.length === 0 ? (
        <div className="mt-6">
          <EmptyState shape="square">{t('seasons:auditNone')}</EmptyState>
        </div>
      ) : (
        <table className="mt-5 w-full text-size-small">
          <thead className="text-caption text-paper-3">
            <tr>
              {(['when', 'who', 'what', 'before', 'after'] as const).map((key) => (
                <th key={key} scope="col" className={`px-3 py-2 text-start font-500 ${HEADS[key]}`}>
                  {t(`seasons:${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      )}
      <PageLinks page={page} pages={pages} hrefOf={(number) => auditHref(search, number)} />
    </div>
  );
}

function SearchForm({ search, actions }: Pick<Props, 'search' | 'actions'>) {
  const t = useT();
  const field = fieldOf({ values: search });
  return (
    <form className="mt-5 grid grid-cols-2 items-end gap-3 md:grid-cols-6" action="/admin/audit">
      <Field {...field('who')} type="search" label={t('seasons:who')} maxLength={100} dir="auto" />
      <Field {...field('person')} type="search" label={t('seasons:aboutWhom')} maxLength={100} dir="auto" />
      <SelectField
        {...field('action')}
        label={t('seasons:what')}
        place="lt-md:col-span-2"
        options={[['', t('seasons:anyAction')], ...actions.map((each) => [each.action, each.text] as const)]}
      />
      <Field {...field('from')} type="date" label={t('seasons:fromDay')} />
      <Field {...field('to')} type="date" label={t('seasons:toDay')} />
      <Submit look="secondary" className="lt-md:col-span-2">
        {t('people:find')}
      </Submit>
    </form>
  );
}

const auditHref = (search: Search, page: number) =>
  addressOf('/admin/audit', { ...search, ...pageField(page) });

function Row({ row: { who, what, before, after, when } }: { row: AuditView }) {
  const t = useT();
  const name = <bdi>{who ?? t('seasons:server')}</bdi>;
  return (
    <tr className="border-t border-line-1 align-top">
      <td className={`whitespace-nowrap px-3 py-2.5 ${WIDE}`}>{when}</td>
      <td className={`px-3 py-2.5 ${WIDE}`}>{name}</td>
      <td className="px-3 py-2.5 font-500">
        {what}
        <div className="mt-1 grid gap-1 font-400 text-paper-2 md:hidden">
          <p className="text-caption text-paper-3">
            {when} · {name}
          </p>
          {before && <Facts name={t('seasons:before')} facts={before} />}
          {after && <Facts name={t('seasons:after')} facts={after} />}
        </div>
      </td>
      <FactsCell facts={before} />
      <FactsCell facts={after} />
    </tr>
  );
}

const FactsCell = ({ facts }: { facts: string }) => (
  <td className={`min-w-40 px-3 py-2.5 text-paper-2 [overflow-wrap:anywhere] ${WIDE}`}>
    <bdi>{facts}</bdi>
  </td>
);

function Facts({ name, facts }: { name: string; facts: string }) {
  return (
    <p className="[overflow-wrap:anywhere]">
      <span className="text-paper-3">{name}</span> <bdi>{facts}</bdi>
    </p>
  );
}
