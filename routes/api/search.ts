import { SearchQuery } from '#core/wire/market.ts';
import { api } from '#server/define.ts';
import { askMarket } from '#server/quotes.ts';

/** Companies by ticker or name, the best match first. */
export default api((app) =>
  app.get(
    '',
    async ({ query, services: { market }, reply }) =>
      reply.ok(await askMarket(query.q, () => market.search(query.q))),
    { access: 'member', limit: 'read', query: SearchQuery },
  ),
);
