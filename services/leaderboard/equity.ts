/** Equity curves: computed on request, cached for one ranking pass and trader, slow ones longer. */
import { CourseBuilder, type EquityCourse, type EquityPoint, fallTo } from '#core/leaderboard/equity.ts';
import { readCents } from '#core/money/money.ts';
import type { Sql } from '#db/client.ts';
import { registeredAt } from '#db/queries/account/users.ts';
import { eachFill, equityPrices } from '#db/queries/leaderboard/equity.ts';
import type { Clock } from '../platform/clock.ts';
import type { Seasons } from '../season/seasons.ts';
import type { LeaderboardService } from './leaderboard.ts';

/** How many equity curves are cached. */
const MAX_KEPT = 500;
/** A curve is cached until the next pass; one that took longer than this (ms) stays a multiple of that time. */
const SLOW_MS = 1_000;
const REST = 20;

export type EquityService = ReturnType<typeof createEquity>;

type CachedCurve = {
  course: Promise<EquityCourse | null>;
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

  async function read(userId: number): Promise<EquityCourse | null> {
    const season = seasons.current();
    if (!season?.startedAt) return null;
    const [{ samples, splits, dividends, renames }, standing, joinedAt] = await Promise.all([
      equityPrices(sql, season.id, userId),
      leaderboard.mine(userId),
      registeredAt(sql, userId),
    ]);
    const began = {
      startCash: readCents(season.startCash),
      // a trader who joined later has no flat line from the season's start
      startedAt: Math.max(season.startedAt.getTime(), joinedAt?.getTime() ?? 0),
      version: season.rulesVersion,
    };
    const builder = new CourseBuilder(began, samples, splits, dividends, renames);
    for await (const fills of eachFill(sql, season.id, userId)) for (const fill of fills) builder.add(fill);
    const { points, fall } = builder.end();
    // the curve ends at the leaderboard's value: of now, or of the season's end
    const until = season.endedAt?.getTime() ?? clock.now();
    const last = points.at(-1)!;
    const equity = standing?.equity ?? last.equity;
    points.push({ at: Math.max(until, last.at), equity });
    return { points, fall: fallTo(fall, equity) };
  }

  /**
   * Returns the trader's equity from the start of the newest season until now, or its end; null before it has started.
   */
  function course(userId: number): Promise<EquityCourse | null> {
    const { generation } = leaderboard.state();
    const seasonId = seasons.current()?.id;
    const cached = cache.get(userId);
    const began = performance.now();
    if (cached?.seasonId === seasonId && cached && (cached.generation === generation || began < cached.until))
      return cached.course;
    if (cache.size >= MAX_KEPT) cache.clear();
    const entry: CachedCurve = {
      course: read(userId),
      seasonId,
      generation,
      until: Number.POSITIVE_INFINITY,
    };
    cache.set(userId, entry);
    entry.course.then(
      () => {
        const ended = performance.now();
        const took = ended - began;
        entry.until = took > SLOW_MS ? ended + REST * took : 0;
      },
      () => cache.delete(userId),
    );
    return entry.course;
  }

  return {
    course,

    /** Returns the leader and their curve; null while nobody is ranked. */
    async leader(): Promise<{ userId: number; username: string; points: EquityPoint[] } | null> {
      const [first] = (await leaderboard.page(1, 1)).rows;
      if (!first || first.place === null) return null;
      const { userId, username } = first;
      return { userId, username, points: (await course(userId))?.points ?? [] };
    },
  };
}
