import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { askMarket } from '#services/market/quotes.ts';

/** At most ten companies: the typed ticker, then beginnings of tickers, of words of names, and last any part of a name. */
export default handle(endpoints.search, async ({ query, services: { market }, reply }) =>
  reply.ok(await askMarket(query.q, () => market.search(query.q))),
);
