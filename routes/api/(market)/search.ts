import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { askMarket } from '#services/market/quotes.ts';

/** Companies by ticker or name, the best match first. */
export default handle(endpoints.search, async ({ query, services: { market }, reply }) =>
  reply.ok(await askMarket(query.q, () => market.search(query.q))),
);
