import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { tagged } from '#framework/http/response.ts';
import { candlesFor } from '#market/candles.ts';
import { askMarket, knownTicker } from '#services/market/quotes.ts';

export default handle(endpoints.candles, async ({ query, services: { market, say }, request, locale, t }) => {
  const symbol = knownTicker(query.symbol);
  const { json, etag } = await askMarket(symbol, () => candlesFor(market, { ...query, symbol }));
  const text = json({
    label: (label) => t(...label),
    problem: ({ key, params }) => say({ key: `errors:${key}`, ...(params && { params }) }, locale),
  });
  return tagged(request, text, {
    etag,
    'cache-control': 'private, max-age=0, must-revalidate',
    'content-type': 'application/json;charset=utf-8',
  });
});
