import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { knownTicker } from '#services/market/quotes.ts';
import { splitsInEffect } from '#services/market/splits.ts';

/** Returns the splits of a ticker that are in effect. */
export default handle(endpoints.splits, async ({ query, services: { market }, reply }) =>
  reply.ok(await splitsInEffect(market, knownTicker(query.symbol))),
);
