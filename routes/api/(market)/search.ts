import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { askMarket } from '#services/market/quotes.ts';

/**
 * At most ten companies: those with the typed ticker first, then by the beginning of the ticker, of a word of the
 * name, then by any part of the name.
 */
export default handle(endpoints.search, async ({ query, services: { market }, reply }) =>
  reply.ok(await askMarket(query.q, () => market.search(query.q))),
);
