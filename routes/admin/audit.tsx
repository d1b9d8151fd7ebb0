import { AuditPage } from '#components/competition/AuditPage.tsx';
import { formatDateTime } from '#core/format.ts';
import { type AuditRow, listAudit } from '#db/queries/audit.ts';
import { page } from '#server/define.ts';

const NEWEST = 200;

export default page({
  access: 'admin',
  async load({ services, locale, zone }) {
    const rows = await listAudit(services.sql, NEWEST);
    return rows.map(({ id, username, action, before, after, at }) => ({
      id: String(id),
      who: username,
      what: action.replaceAll('_', ' '),
      before: told(before),
      after: told(after),
      when: formatDateTime(at, { locale, zone }),
    }));
  },
  head: ({ t }) => ({ title: t('seasons:audit') }),
  view: ({ data }) => <AuditPage rows={data} />,
});

/** "number: 1, status: active" */
function told(facts: AuditRow['before']): string {
  return Object.entries(facts ?? {})
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
}
