import { UserId } from '#core/wire/account.ts';
import { api } from '#server/define.ts';
import { tradeRows } from '#server/portfolio.ts';

/** Any trader's open positions and closed trades of the newest season, newest first. */
export default api((app) =>
  app.get('', async ({ params, services, reply }) => reply.ok(await tradeRows(services, params.id)), {
    access: 'member',
    params: UserId,
  }),
);
