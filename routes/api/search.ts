import { SearchQuery } from '#core/contract/schemas/market.ts';
import { api } from '#framework/define.ts';
import { askMarket } from '#services/trading/quotes.ts';

/** Companies by ticker or name, the best match first. */
export default api((app) =>
  app.get(
    '',
    async ({ query, services: { market }, reply }) =>
      reply.ok(await askMarket(query.q, () => market.search(query.q))),
    { access: 'member', limit: 'read', query: SearchQuery },
  ),
);
