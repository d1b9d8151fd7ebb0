import { useT } from '#framework/page.tsx';

/** Finished texts. */
export type AuditView = {
  id: string;
  who: string | null;
  what: string;
  before: string;
  after: string;
  when: string;
};

/** Columns that a phone hides: it shows their values below the action. */
const WIDE = 'lt-md:hidden';
const HEADS = { when: WIDE, who: WIDE, what: '', before: WIDE, after: WIDE } as const;

/** /admin/audit: the actions of admins, newest first. */
export function AuditPage({ rows }: { rows: readonly AuditView[] }) {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-254">
      <h1 className="text-h1">{t('seasons:audit')}</h1>
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
    </div>
  );
}

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

/** The hidden columns on a phone, each with its name. */
function Facts({ name, facts }: { name: string; facts: string }) {
  return (
    <p className="[overflow-wrap:anywhere]">
      <span className="text-paper-3">{name}</span> <bdi>{facts}</bdi>
    </p>
  );
}
