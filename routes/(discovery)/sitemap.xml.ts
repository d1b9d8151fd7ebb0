import { localHref } from '#components/layout/local-href.ts';
import { traderPageHref } from '#components/leaderboard/hrefs.ts';
import { LEGAL_PAGES } from '#components/site/LegalPage.tsx';
import { endpoints } from '#core/contract/endpoints.ts';
import { LOCALES } from '#core/locale/locale.ts';
import { handle } from '#framework/endpoint.ts';
import type { SitemapData } from '#services/home/sitemap.ts';

const FIXED = [
  '/',
  '/leaderboards',
  '/competitions',
  '/pricing',
  '/help',
  ...LEGAL_PAGES.map((name) => `/${name}`),
];

export default handle(
  endpoints.sitemap,
  async ({ services: { sitemap, settings } }) =>
    new Response(await sitemap.read((data) => sitemapOf(data, settings.publicUrl)), {
      headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=600' },
    }),
);

/** @param site its address, without a trailing slash */
function sitemapOf({ seasons, traders }: SitemapData, site: string): string {
  const pages: { path: string; changedAt: Date | null }[] = [
    ...FIXED.map((path) => ({ path, changedAt: null })),
    ...seasons.flatMap(({ number, endedAt }) =>
      ['', '/check'].map((page) => ({ path: `/competitions/${number}${page}`, changedAt: endedAt })),
    ),
    ...traders.map(({ username, lastTradeAt }) => ({
      path: traderPageHref(username),
      changedAt: lastTradeAt,
    })),
  ];
  const urls = pages.flatMap(({ path, changedAt }) =>
    LOCALES.map((locale) => {
      const address = escaped(site + localHref(path, { user: null, locale }));
      const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
      return `<url><loc>${address}</loc>${lastmod}</url>`;
    }),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
