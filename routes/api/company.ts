import { CompanyQuery } from '#core/contract/schemas/market.ts';
import { api } from '#framework/define.ts';
import { labelOf } from '#market/market.ts';
import { askMarket, knownTicker } from '#services/trading/quotes.ts';

/** Who is behind a ticker. */
export default api((app) =>
  app.get(
    '',
    async ({ query, services: { market }, reply }) => {
      const symbol = knownTicker(query.symbol);
      const profile = await askMarket(symbol, () => market.profile(symbol));
      return reply.ok({
        ...profile,
        label: labelOf(market),
        logo: `/api/logo/${encodeURIComponent(symbol)}`,
      });
    },
    { access: 'member', limit: 'read', query: CompanyQuery },
  ),
);
