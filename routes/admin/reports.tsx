import { z } from 'zod';
import type { TranslationKey } from '#build/i18n.gen.ts';
import { type ReportedView, ReportsPage } from '#components/admin/ReportsPage.tsx';
import { MEASURES } from '#core/contract/safety.ts';
import { formatDateTime } from '#core/locale/format.ts';
import { nameInSentence } from '#core/locale/sentence.ts';
import { formerNames } from '#db/queries/account/users.ts';
import { page } from '#framework/define.ts';
import { readAffected } from '#services/season/affected.ts';

export default page({
  access: 'admin',
  query: z.object({
    username: z.string().max(100).optional(),
    action: z.enum(MEASURES).optional(),
    reason: z.string().trim().max(500).optional(),
  }),
  async load({ services, query, locale, zone, t }) {
    const { sql, reports } = services;
    const { username, action, reason } = query;
    const trader = username && action && reason ? await readAffected(services, username, null, locale) : null;
    const date = (at: Date) => formatDateTime(at, { locale, zone });
    const traders = await reports.list();
    const views = await Promise.all(
      traders.map(async (trader): Promise<ReportedView> => {
        const { username, count, suspendedUntil, nameFault } = trader;
        // no valid date means for good
        const isForGood = suspendedUntil !== null && Number.isNaN(suspendedUntil.getTime());
        const until = isForGood
          ? t('reports:banned')
          : suspendedUntil && t('reports:barred', { date: date(suspendedUntil) });
        return {
          username,
          open:
            count > 0
              ? `${t('reports:count', { count })} ${t('reports:since', { date: date(trader.oldestAt) })}`
              : null,
          state: until ?? (nameFault === null ? null : t('reports:needsName')),
          formerNames: (await formerNames(sql, trader.userId)).map((name) => name.username),
          reports: trader.reports.map(({ reason, message, at, reporter }, n) => ({
            id: String(n),
            about: [
              t(`reports:reason.${reason}`),
              date(at),
              t('reports:by', { username: nameInSentence(reporter ?? t('reports:nobody')) }),
            ].join(' · '),
            message,
          })),
          history: trader.measures.map(({ action, reason, at, admin }, n) => ({
            id: String(n),
            what: t('reports:historyLine', {
              date: date(at),
              action: t(`reports:action.${action}` as TranslationKey),
              admin: nameInSentence(admin ?? t('reports:nobody')),
            }),
            reason,
          })),
        };
      }),
    );
    return { traders: views, ruling: trader && action && reason ? { trader, action, reason } : null };
  },
  head: ({ t }) => ({ title: t('reports:title') }),
  view: ({ data }) => <ReportsPage {...data} />,
});
