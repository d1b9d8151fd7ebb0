import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { askMarket } from '#services/market/quotes.ts';

/**
 * At most ten companies: first the typed ticker, then tickers that begin with the text, then names with a word that
 * begins with the text, then other names that contain the text.
 */
export default handle(endpoints.search, async ({ query, services: { market }, reply }) =>
  reply.ok(await askMarket(query.q, () => market.search(query.q))),
);
