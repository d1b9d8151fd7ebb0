/** Pairs of accounts that share a browser mark and gain and lose on opposite days: hints for admins, no proof. */

import { createCache } from '#core/cache.ts';
import { dailyReturns, type Opposite, oppositeOf } from '#core/leaderboard/opposite-days.ts';
import type { Sql } from '#db/client.ts';
import { listPairs } from '#db/queries/account/browser-marks.ts';
import type { EquityService } from '../leaderboard/equity.ts';
import type { Clock } from '../platform/clock.ts';
import type { Seasons } from '../season/seasons.ts';
import { CROWD } from './browser-marks.ts';

const DAY_MS = 24 * 3_600_000;
/** Days (UTC) to compare. */
const DAYS = 30;
const MOST_PAIRS = 100;
/** How long the pairs are cached, ms. */
const CACHED_MS = 10 * 60_000;

export type OppositePair = Opposite & { ids: [number, number]; names: [string, string]; lastAt: Date };

export function createOppositeDays(deps: {
  sql: Sql;
  clock: Clock;
  seasons: Pick<Seasons, 'current'>;
  equity: Pick<EquityService, 'course'>;
}) {
  const { sql, clock, seasons, equity } = deps;
  const cache = createCache<OppositePair[]>({ ttlMs: CACHED_MS, max: 1, now: clock.now });

  async function find(seasonId: number, ends: readonly number[]): Promise<OppositePair[]> {
    const returns = new Map<number, number[]>();
    const returnsOf = async (userId: number) => {
      const cached = returns.get(userId);
      if (cached) return cached;
      const daily = dailyReturns((await equity.course(userId))?.points ?? [], ends);
      returns.set(userId, daily);
      return daily;
    };
    const pairs: OppositePair[] = [];
    for (const { ids, names, lastAt } of await listPairs(sql, seasonId, {
      crowd: CROWD,
      limit: MOST_PAIRS,
    })) {
      const opposite = oppositeOf(await returnsOf(ids[0]), await returnsOf(ids[1]));
      if (opposite) pairs.push({ ...opposite, ids, names, lastAt });
    }
    return pairs.sort((a, b) => a.correlation - b.correlation);
  }

  return {
    /** Returns the pairs of the newest season, the most opposite first; none before it has started. */
    async list(): Promise<OppositePair[]> {
      const season = seasons.current();
      if (!season?.startedAt) return [];
      const now = Math.min(season.endedAt?.getTime() ?? clock.now(), clock.now());
      const lastEnd = Math.floor(now / DAY_MS) * DAY_MS;
      const ends = Array.from({ length: DAYS + 1 }, (_, n) => lastEnd - (DAYS - n) * DAY_MS);
      return await cache.get(`${season.id} ${lastEnd}`, () => find(season.id, ends));
    },
  };
}
