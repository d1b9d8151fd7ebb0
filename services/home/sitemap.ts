/** The changing entries of the sitemap: seasons, and traders with a page. */

import { createCache } from '#core/cache.ts';
import type { Sql } from '#db/client.ts';
import { publicTraders } from '#db/queries/account/preferences.ts';
import { allSeasons } from '#db/queries/season/seasons.ts';
import type { Clock } from '../platform/clock.ts';

const MOST_TRADERS = 5_000;
const FRESH_MS = 600_000;

export type SitemapData = {
  seasons: Awaited<ReturnType<typeof allSeasons>>;
  traders: Awaited<ReturnType<typeof publicTraders>>;
};

export function createSitemap({ sql, clock }: { sql: Sql; clock: Clock }) {
  const cache = createCache<string>({ ttlMs: FRESH_MS, max: 1, now: clock.now });

  async function render(draw: (data: SitemapData) => string): Promise<string> {
    const [seasons, traders] = await Promise.all([allSeasons(sql), publicTraders(sql, MOST_TRADERS)]);
    return draw({ seasons, traders });
  }

  return {
    /** Returns the text that `draw` renders from the data, cached for ten minutes. */
    read: (draw: (data: SitemapData) => string): Promise<string> => cache.get('text', () => render(draw)),
  };
}
