import { z } from 'zod';
import { ReportPage } from '#components/trader/ReportPage.tsx';
import { usernameKey } from '#core/account/username.ts';
import { findTrader } from '#db/queries/leaderboard/traders.ts';
import { page, redirect } from '#framework/define.ts';
import { sitePath } from '#framework/http/response.ts';

/**
 * The form that reports a trader. Redirects to the leaderboard when no trader has the name, and when the reader may not
 * report the trader.
 */
export default page({
  query: z.object({
    trader: z.string().max(100).catch('').default(''),
    next: z.string().optional().catch(undefined),
  }),
  async load({ query, user, flash, services: { sql } }) {
    const trader = await findTrader(sql, usernameKey(query.trader));
    if (!trader || trader.isAdmin || trader.id === user.id) throw redirect('/leaderboards');
    const next = sitePath(query.next ?? '/leaderboards');
    return { username: trader.username, next, typed: flash?.values ?? {}, issue: flash?.issues?.reason };
  },
  head: ({ data, t }) => ({ title: t('reports:reportTitle', { username: data.username }) }),
  view: ({ data }) => <ReportPage {...data} />,
});
