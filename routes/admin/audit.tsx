import { AuditPage } from '#components/competition/AuditPage.tsx';
import { formatDateTime } from '#core/locale/format.ts';
import { type AuditRow, listAudit } from '#db/queries/audit.ts';
import { page } from '#framework/define.ts';
import en from '#locales/en/seasons.json' with { type: 'json' };

const NEWEST = 200;

export default page({
  access: 'admin',
  async load({ services, locale, zone, t }) {
    const rows = await listAudit(services.sql, NEWEST);
    const date = (at: Date | number) => formatDateTime(at, { locale, zone });
    return rows.map(({ id, username, action, before, after, at }) => {
      // an edit names every detail there is: what it changed is enough to read
      const isEdit = action === 'competition_edit';
      return {
        id: String(id),
        who: username,
        what: isNamed(action) ? t(`seasons:actions.${action}`) : action,
        before: describe(before, isEdit ? after : null, date),
        after: describe(after, isEdit ? before : null, date),
        when: date(at),
      };
    });
  },
  head: ({ t }) => ({ title: t('seasons:audit') }),
  view: ({ data }) => <AuditPage rows={data} />,
});

type Named = keyof typeof en.actions;
const isNamed = (action: string): action is Named => action in en.actions;

/** "number: 1, status: active", without what `same` says too. @param date of instants, which are stored in epoch ms */
function describe(facts: AuditRow['before'], same: AuditRow['before'], date: (at: number) => string): string {
  return Object.entries(facts ?? {})
    .filter(([name, value]) => (same ? same[name] !== value : value !== null))
    .map(
      ([name, value]) =>
        `${name}: ${/At$/.test(name) && typeof value === 'number' ? date(value) : (value ?? '–')}`,
    )
    .join(', ');
}
