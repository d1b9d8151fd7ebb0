/** Equity curves: made when somebody looks, once for each ranking pass and trader, the long ones more seldom. */
import { type EquityPoint, equityCourse } from '#core/leaderboard/equity.ts';
import { readCents } from '#core/money/money.ts';
import type { Sql } from '#db/client.ts';
import { equitySource } from '#db/queries/leaderboard/equity.ts';
import type { Clock } from '../platform/clock.ts';
import type { Seasons } from '../season/seasons.ts';
import type { LeaderboardService } from './leaderboard.ts';

/** How many equity curves are cached. */
const MAX_KEPT = 500;
/** A curve is cached until the next pass; one that took longer than this (ms) stays a multiple of that time. */
const SLOW_MS = 1_000;
const REST = 20;

type CachedCurve = {
  points: Promise<EquityPoint[]>;
  seasonId: number | undefined;
  generation: number;
  until: number;
};

export function createEquity(deps: {
  sql: Sql;
  clock: Clock;
  seasons: Pick<Seasons, 'current'>;
  leaderboard: Pick<LeaderboardService, 'state' | 'mine' | 'page'>;
}) {
  const { sql, clock, seasons, leaderboard } = deps;
  const cache = new Map<number, CachedCurve>();

  async function read(userId: number): Promise<EquityPoint[]> {
    const season = seasons.current();
    if (!season?.startedAt) return [];
    const [{ fills, samples, splits }, own] = await Promise.all([
      equitySource(sql, season.id, userId),
      leaderboard.mine(userId),
    ]);
    const began = {
      startCash: readCents(season.startCash),
      startedAt: season.startedAt.getTime(),
      version: season.rulesVersion,
    };
    const points = equityCourse(began, fills, samples, splits);
    // it ends where the leaderboard stands, at the end of the season when that is over
    const until = season.endedAt?.getTime() ?? clock.now();
    const last = points.at(-1)!;
    points.push({ at: Math.max(until, last.at), equity: own?.equity ?? last.equity });
    return points;
  }

  /** The trader's equity from the start of the newest season until now, or its end; empty before it has started. */
  function course(userId: number): Promise<EquityPoint[]> {
    const { generation } = leaderboard.state();
    const seasonId = seasons.current()?.id;
    const known = cache.get(userId);
    const began = performance.now();
    if (known?.seasonId === seasonId && known && (known.generation === generation || began < known.until))
      return known.points;
    if (cache.size >= MAX_KEPT) cache.clear();
    const entry: CachedCurve = {
      points: read(userId),
      seasonId,
      generation,
      until: Number.POSITIVE_INFINITY,
    };
    cache.set(userId, entry);
    entry.points.then(
      () => {
        const ended = performance.now();
        const took = ended - began;
        entry.until = took > SLOW_MS ? ended + REST * took : 0;
      },
      () => cache.delete(userId),
    );
    return entry.points;
  }

  return {
    course,

    /** Who leads, and their course; null while nobody is ranked. */
    async leader(): Promise<{ userId: number; username: string; points: EquityPoint[] } | null> {
      const [first] = (await leaderboard.page(1, 1)).rows;
      if (!first || first.place === null) return null;
      const { userId, username } = first;
      return { userId, username, points: await course(userId) };
    },
  };
}
