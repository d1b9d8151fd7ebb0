/** The pages everyone may read, for search engines: made anew every ten minutes. */

import { localHref } from '#components/layout/local-href.ts';
import { traderPageHref } from '#components/leaderboard/hrefs.ts';
import { LEGAL_PAGES } from '#components/legal/LegalPage.tsx';
import { LOCALES } from '#core/locale/locale.ts';
import type { Sql } from '#db/client.ts';
import { publicTraders } from '#db/queries/page-readers.ts';
import { allSeasons } from '#db/queries/season/seasons.ts';
import type { Clock } from '../platform/clock.ts';
import type { Settings } from '../platform/settings/settings.ts';

const MOST_TRADERS = 5_000;
const GOOD_FOR_MS = 600_000;
const FIXED = [
  '/',
  '/leaderboards',
  '/competitions',
  '/pricing',
  '/help',
  ...LEGAL_PAGES.map((name) => `/${name}`),
];

type Entry = { path: string; changed: Date | null };

export function createSitemap(deps: { sql: Sql; clock: Clock; settings: Pick<Settings, 'publicUrl'> }) {
  const { sql, clock, settings } = deps;
  let newest: Promise<string> | null = null;
  let until = 0;

  async function make(): Promise<string> {
    const [seasons, traders] = await Promise.all([allSeasons(sql), publicTraders(sql, MOST_TRADERS)]);
    const entries: Entry[] = [
      ...FIXED.map((path) => ({ path, changed: null })),
      ...seasons.flatMap(({ number, endedAt }) =>
        ['', '/check'].map((page) => ({ path: `/competitions/${number}${page}`, changed: endedAt })),
      ),
      ...traders.map(({ username, lastTradeAt }) => ({
        path: traderPageHref(username),
        changed: lastTradeAt,
      })),
    ];
    return sitemapOf(entries, settings.publicUrl);
  }

  return {
    /** XML. */
    read(): Promise<string> {
      if (newest && clock.now() < until) return newest;
      until = clock.now() + GOOD_FOR_MS;
      newest = make();
      newest.catch(() => {
        newest = null;
      });
      return newest;
    },
  };
}

function sitemapOf(entries: readonly Entry[], site: string): string {
  const urls = entries.flatMap(({ path, changed }) =>
    LOCALES.map((locale) => {
      const address = escaped(site + localHref(path, { user: null, locale }));
      const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '';
      return `<url><loc>${address}</loc>${lastmod}</url>`;
    }),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
