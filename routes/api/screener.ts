import { ScreenerQuery } from '#core/wire/market.ts';
import { api } from '#server/define.ts';
import { askMarket } from '#server/quotes.ts';

/** Companies that pass every filter given, the largest first. */
export default api((app) =>
  app.get(
    '',
    async ({ query, services: { market }, reply }) =>
      reply.ok(await askMarket('', () => market.screen(query))),
    { access: 'member', limit: 'read', query: ScreenerQuery },
  ),
);
