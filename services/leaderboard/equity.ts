/**
 * Equity curves, computed on request and cached for each trader until the next ranking pass. A curve that took long to
 * compute is cached longer.
 */

import { createCache } from '#core/cache.ts';
import { CourseBuilder, type EquityCourse, type EquityPoint, fallTo } from '#core/leaderboard/equity.ts';
import { readCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import { PRACTICE_ID } from '#core/season/game.ts';
import type { RulesVersion } from '#core/season/terms.ts';
import type { Sql } from '#db/client.ts';
import { registeredAt } from '#db/queries/account/users.ts';
import { eachFill, equityPrices, lastGrant } from '#db/queries/leaderboard/equity.ts';
import type { Clock } from '../platform/clock.ts';
import type { Seasons } from '../season/seasons.ts';
import type { AccountView } from '../trading/portfolio.ts';
import type { LeaderboardService } from './leaderboard.ts';

const MAX_KEPT = 500;
/** A curve that takes longer than SLOW_MS (ms) to build is cached for at least REST times that duration. */
const SLOW_MS = 1_000;
const REST = 20;

export type EquityService = ReturnType<typeof createEquity>;

type CachedCurve = {
  course: Promise<EquityCourse | null>;
  seasonId: number | undefined;
  generation: number;
  /** Before this time, by `performance.now()`, a ranking pass does not expire the cache entry. */
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

  async function build(
    userId: number,
    { seasonId, sampledIn, afterFill, ...began }: Beginning,
  ): Promise<EquityCourse> {
    const prices = await equityPrices(sql, seasonId, userId, { afterFill, sampledIn });
    const builder = new CourseBuilder(began, prices.samples, prices.splits, prices.dividends, prices.renames);
    for await (const fills of eachFill(sql, seasonId, userId, afterFill))
      for (const fill of fills) builder.add(fill);
    return builder.end();
  }

  async function read(userId: number): Promise<EquityCourse | null> {
    const season = seasons.current();
    if (!season?.startedAt) return null;
    const [standing, joinedAt] = await Promise.all([leaderboard.mine(userId), registeredAt(sql, userId)]);
    const { points, fall } = await build(userId, {
      seasonId: season.id,
      startCash: readCents(season.startCash),
      // a trader who joined later has no flat line from the season's start
      startedAt: Math.max(season.startedAt.getTime(), joinedAt?.getTime() ?? 0),
      version: season.rulesVersion,
    });
    // the curve ends at the leaderboard's equity, now or at the season's end
    const until = season.endedAt?.getTime() ?? clock.now();
    const last = points.at(-1)!;
    const equity = standing?.equity ?? last.equity;
    points.push({ at: Math.max(until, last.at), equity });
    return { points, fall: fallTo(fall, equity) };
  }

  /**
   * Returns the trader's equity in the newest season, from its start or a later registration until now or its end.
   * Null before the season has started.
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
    besideSeason: createCourseBeside(deps, build),

    /** Returns the leader and the leader's curve; null while nobody is ranked. */
    async leader(): Promise<{ userId: number; username: string; points: EquityPoint[] } | null> {
      const [first] = (await leaderboard.page(1, 1)).rows;
      if (!first || first.place === null) return null;
      const { userId, username } = first;
      return { userId, username, points: (await course(userId))?.points ?? [] };
    },
  };
}

/**
 * Where an account's curve begins: season, cash (cents), start (epoch ms) and rules. `afterFill`: id of the last fill
 * before the curve. `sampledIn`: the season whose price samples value the account; default `seasonId`.
 */
type Beginning = {
  seasonId: number;
  startCash: Cents;
  startedAt: number;
  version: RulesVersion;
  afterFill?: bigint;
  sampledIn?: number;
};

/** How long a curve in practice or a private game is cached, ms. A fill of the account expires it at once. */
const BESIDE_MS = 60_000;

function createCourseBeside(
  { sql, clock }: { sql: Sql; clock: Clock },
  build: (userId: number, beginning: Beginning) => Promise<EquityCourse>,
) {
  const cache = createCache<EquityCourse>({ ttlMs: BESIDE_MS, max: MAX_KEPT, now: clock.now });

  async function read(userId: number, { seasonId, startCash, rulesVersion }: AccountView) {
    const grant = await lastGrant(sql, seasonId, userId);
    return await build(userId, {
      seasonId,
      startCash,
      startedAt: grant?.at.getTime() ?? clock.now(),
      version: rulesVersion,
      afterFill: grant?.afterFill,
      sampledIn: PRACTICE_ID,
    });
  }

  /**
   * Returns an account's equity since it last received the start cash. Values its positions between fills by the price
   * samples of practice.
   */
  return async function besideSeason(userId: number, account: AccountView): Promise<EquityCourse> {
    const { seasonId, version, equity } = account;
    const key = `${seasonId} ${userId} ${version}`;
    const { points, fall } = await cache.get(key, () => read(userId, account));
    return {
      points: [...points, { at: Math.max(clock.now(), points.at(-1)!.at), equity }],
      fall: fallTo(fall, equity),
    };
  };
}
