import { AuditPage } from '#components/competition/AuditPage.tsx';
import { formatDateTime } from '#core/format.ts';
import { type AuditRow, listAudit } from '#db/queries/audit.ts';
import en from '#locales/en/seasons.json' with { type: 'json' };
import { page } from '#server/define.ts';

const NEWEST = 200;

export default page({
  access: 'admin',
  async load({ services, locale, zone, t }) {
    const rows = await listAudit(services.sql, NEWEST);
    return rows.map(({ id, username, action, before, after, at }) => ({
      id: String(id),
      who: username,
      what: isNamed(action) ? t(`seasons:actions.${action}`) : action,
      before: told(before),
      after: told(after),
      when: formatDateTime(at, { locale, zone }),
    }));
  },
  head: ({ t }) => ({ title: t('seasons:audit') }),
  view: ({ data }) => <AuditPage rows={data} />,
});

type Named = keyof typeof en.actions;
const isNamed = (action: string): action is Named => action in en.actions;

/** "number: 1, status: active" */
function told(facts: AuditRow['before']): string {
  return Object.entries(facts ?? {})
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
}
