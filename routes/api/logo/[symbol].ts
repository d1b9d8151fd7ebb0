import { letterTile } from '#art/tile.ts';
import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { tagged } from '#framework/http/response.ts';
import { askMarket, knownTicker } from '#services/market/quotes.ts';

const WEEK_S = 604_800;
/** Lifetime of a cached tile on a market with a provider, whose failure to return the logo may be temporary. */
const SOON_S = 300;

/** A company's logo, or a tile with its first letters where the market has none. */
export default handle(endpoints.logo, async ({ params, services: { market }, request }) => {
  const symbol = knownTicker(params.symbol);
  const marketLogo = await askMarket(symbol, () => market.logo(symbol));
  const logo = marketLogo ?? {
    type: 'image/svg+xml',
    bytes: new TextEncoder().encode(letterTile(symbol)),
  };
  const maxAge = marketLogo || !market.capabilities.provider ? WEEK_S : SOON_S;
  const bytes = Uint8Array.from(logo.bytes);
  return tagged(request, bytes, {
    'content-type': logo.type,
    'cache-control': `public, max-age=${maxAge}, stale-while-revalidate=${maxAge}`,
    etag: `"${Bun.hash(bytes).toString(36)}"`,
    // a provider's SVG must not run as a document of this site
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
  });
});
