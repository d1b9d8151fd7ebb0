/** Equity curves: made when somebody looks, once for each ranking pass and trader. */
import { type EquityPoint, equityCourse } from '#core/equity.ts';
import { readCents } from '#core/money.ts';
import type { Sql } from '#db/client.ts';
import { equitySource } from '#db/queries/equity.ts';
import type { Clock } from './clock.ts';
import type { Seasons } from './seasons.ts';
import type { Standings } from './standings.ts';

export type Equity = ReturnType<typeof createEquity>;

/** Courses kept until the next pass. */
const MAX_KEPT = 500;

export function createEquity(deps: {
  sql: Sql;
  clock: Clock;
  seasons: Pick<Seasons, 'current'>;
  standings: Pick<Standings, 'state' | 'mine' | 'page'>;
}) {
  const { sql, clock, seasons, standings } = deps;
  let generation = -1;
  let kept = new Map<number, Promise<EquityPoint[]>>();

  async function read(userId: number): Promise<EquityPoint[]> {
    const season = seasons.current();
    if (!season?.startedAt) return [];
    const [{ fills, samples, splits }, own] = await Promise.all([
      equitySource(sql, season.id, userId),
      standings.mine(userId),
    ]);
    const startedAt = season.startedAt.getTime();
    const points = equityCourse(readCents(season.startCash), startedAt, fills, samples, splits);
    // it ends where the leaderboard stands, at the end of the season when that is over
    const until = season.endedAt?.getTime() ?? clock.now();
    const last = points.at(-1)!;
    points.push({ at: Math.max(until, last.at), equity: own?.equity ?? last.equity });
    return points;
  }

  /** The trader's equity from the start of the newest season until now, or its end; empty before it has started. */
  function course(userId: number): Promise<EquityPoint[]> {
    const newest = standings.state().generation;
    if (newest !== generation || kept.size >= MAX_KEPT) kept = new Map();
    generation = newest;
    let known = kept.get(userId);
    if (!known) {
      known = read(userId);
      kept.set(userId, known);
      known.catch(() => kept.delete(userId));
    }
    return known;
  }

  return {
    course,

    /** Who leads, and their course; null while nobody is ranked. */
    async leader(): Promise<{ userId: number; username: string; points: EquityPoint[] } | null> {
      const [first] = (await standings.page(1, 1)).rows;
      if (!first || first.place === null) return null;
      const { userId, username } = first;
      return { userId, username, points: await course(userId) };
    },
  };
}
