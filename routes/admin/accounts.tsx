import { z } from 'zod';
import { AccountsPage, HINTS, type HintRow } from '#components/admin/AccountsPage.tsx';
import { formatDate, formatDateTime, formatNumber } from '#core/locale/format.ts';
import { MUCH_DAY_XP } from '#core/progress/xp.ts';
import { listBestDays } from '#db/queries/account/progress.ts';
import { page } from '#framework/define.ts';

const PAGE_SIZE = 25;
const MAX_PAGE = 1_000;

export default page({
  access: 'staff',
  query: z.object({
    show: z.enum(HINTS).catch('shared').default('shared'),
    page: z.coerce.number().int().min(1).max(MAX_PAGE).catch(1).default(1),
  }),
  async load({
    services: { marks, oppositeDays, seasons, sql },
    query: { show, page: current },
    locale,
    zone,
    t,
  }) {
    const part = { offset: (current - 1) * PAGE_SIZE, limit: PAGE_SIZE };
    const date = (at: Date) => formatDateTime(at, { locale, zone });
    const pagesOf = (total: number) => Math.max(current, Math.ceil(total / PAGE_SIZE));
    if (show === 'shared') {
      const { rows, total } = await marks.shared(part);
      const lines = rows.map(({ names, accounts, lastAt }): HintRow => {
        const more = accounts - names.length;
        return { id: names.join(' '), names, more, count: String(accounts), last: date(lastAt) };
      });
      return { show, rows: lines, page: current, pages: pagesOf(total) };
    }
    if (show === 'xp') {
      const season = seasons.current();
      const days = season && (await listBestDays(sql, season.id, MUCH_DAY_XP, part));
      const lines = (days?.rows ?? []).map(({ username, xp, day }): HintRow => {
        const [count, last] = [formatNumber(xp, 2), formatDate(day, { locale })];
        return { id: username, names: [username], more: 0, count, last };
      });
      return { show, rows: lines, page: current, pages: pagesOf(days?.total ?? 0) };
    }
    if (show === 'days') {
      const pairs = await oppositeDays.list();
      const lines = pairs.slice(part.offset, part.offset + PAGE_SIZE).map((pair): HintRow => {
        const { ids, names, days, correlation, lastAt } = pair;
        const count = t('accounts:dayCountOf', { count: days, correlation: correlation.toFixed(2) });
        return { id: names.join(' '), names, more: 0, count, last: date(lastAt), pair: ids };
      });
      return { show, rows: lines, page: current, pages: pagesOf(pairs.length) };
    }
    const { rows, total } = await marks.mirrors(part, show === 'alike');
    const lines = rows.map(({ ids, names, times, trades, lastAt }): HintRow => {
      const count = t('accounts:timesOf', { times, trades });
      return { id: names.join(' '), names, more: 0, count, last: date(lastAt), pair: ids };
    });
    return { show, rows: lines, page: current, pages: pagesOf(total) };
  },
  head: ({ t }) => ({ title: t('accounts:title') }),
  view: ({ data }) => <AccountsPage {...data} />,
});
