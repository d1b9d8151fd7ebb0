import { CompanyQuery } from '#core/wire/market.ts';
import { labelOf } from '#market/market.ts';
import { api } from '#server/define.ts';
import { askMarket, knownTicker } from '#server/quotes.ts';

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
