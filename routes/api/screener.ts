import { ScreenerQuery } from '#core/contract/schemas/market.ts';
import { api } from '#framework/define.ts';
import { askMarket } from '#services/trading/quotes.ts';

/** Companies that pass every filter given, the largest first. */
export default api((app) =>
  app.get(
    '',
    async ({ query, services: { market }, reply }) =>
      reply.ok(await askMarket('', () => market.screen(query))),
    { access: 'member', limit: 'read', query: ScreenerQuery },
  ),
);
