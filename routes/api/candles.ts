import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { candlesFor } from '#market/candles.ts';
import { askMarket, knownTicker } from '#services/trading/quotes.ts';

/** The bars of a ticker. */
export default handle(endpoints.candles, async ({ query, services: { market }, request }) => {
  const symbol = knownTicker(query.symbol);
  const { json, etag } = await askMarket(symbol, () => candlesFor(market, { ...query, symbol }));
  const headers = { etag, 'cache-control': 'private, max-age=0, must-revalidate' };
  if (request.headers.get('if-none-match')?.replace('W/', '') === etag)
    return new Response(null, { status: 304, headers });
  return new Response(json, {
    headers: { ...headers, 'content-type': 'application/json;charset=utf-8' },
  });
});
