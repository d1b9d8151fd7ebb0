import { z } from 'zod';
import { type ReportedView, ReportsPage } from '#components/admin/ReportsPage.tsx';
import { MEASURES } from '#core/contract/safety.ts';
import { formatDateTime } from '#core/locale/format.ts';
import { page } from '#framework/define.ts';
import { measureLine, reportLine } from '#services/reports/lines.ts';
import { readAffected } from '#services/season/admin-actions.ts';

export default page({
  access: 'staff',
  query: z.object({
    username: z.string().max(100).optional(),
    action: z.enum(MEASURES).optional(),
    reason: z.string().trim().max(500).optional(),
  }),
  async load({ services, query, flash, locale, zone, t }) {
    const { reports } = services;
    // the flash has a reason that is too long for the address
    const { username, action, reason } = { ...query, ...flash?.values };
    const ruling = username && action && reason ? { username, action, reason } : null;
    const trader = ruling && (await readAffected(services, ruling.username, null));
    const words = { locale, zone, t };
    const date = (at: Date) => formatDateTime(at, { locale, zone });
    const traders = await reports.list();
    const views = traders.map((trader): ReportedView => {
      const { username, open, suspendedUntil, nameFault } = trader;
      // an infinite suspension arrives as an invalid date
      const isForGood = suspendedUntil !== null && Number.isNaN(suspendedUntil.getTime());
      const until = isForGood
        ? t('reports:banned')
        : suspendedUntil && t('reports:barred', { date: date(suspendedUntil) });
      return {
        username,
        open:
          open &&
          `${t('reports:count', { count: open.count })} ${t('reports:since', { date: date(open.oldestAt) })}`,
        state: until ?? (nameFault === null ? null : t('reports:needsName')),
        formerNames: trader.formerNames,
        reports: trader.reports.map((report, n) => ({ id: String(n), ...reportLine(report, words) })),
        history: trader.measures.map((measure, n) => ({ id: String(n), ...measureLine(measure, words) })),
      };
    });
    return { traders: views, ruling, trader };
  },
  head: ({ t }) => ({ title: t('reports:title') }),
  view: ({ data }) => <ReportsPage {...data} intent={crypto.randomUUID()} />,
});
