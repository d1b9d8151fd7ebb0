import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { askMarket } from '#services/market/quotes.ts';

/** Companies that match all filters, the largest first; at most `limit`, 100 by default. */
export default handle(endpoints.screener, async ({ query, services: { market }, reply }) =>
  reply.ok(await askMarket('', () => market.screen(query))),
);
