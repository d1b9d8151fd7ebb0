import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { marketLabel } from '#market/market.ts';
import { askMarket, knownTicker } from '#services/market/quotes.ts';

export default handle(endpoints.company, async ({ query, services: { market }, reply, t }) => {
  const symbol = knownTicker(query.symbol);
  const profile = await askMarket(symbol, () => market.profile(symbol));
  return reply.ok({
    ...profile,
    label: t(...marketLabel(market)),
    logo: `/api/logo/${encodeURIComponent(symbol)}`,
  });
});
