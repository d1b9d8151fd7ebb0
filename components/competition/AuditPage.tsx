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

/** What admins did, newest first. */
export function AuditPage({ rows }: { rows: readonly AuditView[] }) {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-254">
      <h1 className="text-h1">{t('seasons:audit')}</h1>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse must reach it to scroll it */}
      <section className="mt-5 overflow-x-auto" tabIndex={0} aria-label={t('seasons:audit')}>
        <table className="w-full text-size-small">
          <thead className="text-caption text-paper-3">
            <tr>
              {(['when', 'who', 'what', 'before', 'after'] as const).map((key) => (
                <th key={key} scope="col" className="px-3 py-2 text-start font-500">
                  {t(`seasons:${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} className="border-t border-line-1 align-top">
                <td className="whitespace-nowrap px-3 py-2.5">{row.when}</td>
                <td className="px-3 py-2.5">
                  <bdi>{row.who ?? t('seasons:server')}</bdi>
                </td>
                <td className="px-3 py-2.5 font-500">{row.what}</td>
                <td className="min-w-40 break-words px-3 py-2.5 text-paper-2">
                  <bdi>{row.before}</bdi>
                </td>
                <td className="min-w-40 break-words px-3 py-2.5 text-paper-2">
                  <bdi>{row.after}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
