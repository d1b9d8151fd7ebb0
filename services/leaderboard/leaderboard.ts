/**
 * The leaderboard. A ranking pass stores new price marks and the accounts that changed. One process makes the pass, and
 * every process applies the pass to its copy in memory (leaderboard/replica.ts). Pages read places from the copy while
 * a season runs.
 */
import { usernameKey } from '#core/account/username.ts';
import { clampPage } from '#core/contract/pages.ts';
import type { Leaderboard } from '#core/leaderboard/leaderboard.ts';
import { FOUND_ROWS, type LeaderboardRow, type RowFigures } from '#core/leaderboard/row.ts';
import { readCents } from '#core/money/money.ts';
import { type Cents, cents } from '#core/money/units.ts';
import { FORCE_PERCENT } from '#core/trading/margin.ts';
import type { Sql } from '#db/client.ts';
import { hasChanges, newestPass } from '#db/queries/leaderboard/passes.ts';
import { tradersNamed } from '#db/queries/leaderboard/traders.ts';
import { resultOf, resultStandingsOf } from '#db/queries/season/results.ts';
import type { Market } from '#market/market.ts';
import { coarse, hidesOthers, VISITOR, type Viewer } from '../account/privacy.ts';
import type { PriceCheck } from '../market/price-check.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Bus, BusEvent } from '../realtime/bus.ts';
import type { Seasons } from '../season/seasons.ts';
import { createLateTable } from './late-table.ts';
import { createPages, createStoredTable } from './pages.ts';
import { createPasses, PASS_IDLE_MS } from './passes.ts';
import { createReplica, type Replica, type Table } from './replica.ts';
import { createSchedule } from './schedule.ts';

type CoverShorts = (userIds: number[]) => Promise<unknown>;

function createMarginWatch(bus: Pick<Bus, 'publish'>) {
  let warned = new Set<number>();

  return async function watch({ thin }: Leaderboard, coverShorts: CoverShorts): Promise<void> {
    const idsOf = (state: 'call' | 'warn') =>
      thin.filter((each) => each.state === state).map((each) => each.userId);
    const [due, near] = [idsOf('call'), idsOf('warn')];
    for (const userId of near.filter((id) => !warned.has(id))) bus.publish(warning(userId));
    warned = new Set([...near, ...due]);
    if (due.length > 0) await coverShorts(due);
  };
}

const warning = (userId: number) =>
  ({
    type: 'notice',
    userId,
    topic: 'cover',
    kind: 'error',
    title: { key: 'messages:riskTitle' },
    message: { key: 'messages:risk', params: { percent: Number(FORCE_PERCENT) } },
  }) as const;

type LeaderboardState = {
  /** Increases with every pass. A generation is the same table in every process. */
  generation: number;
  seasonId: number | null;
  /** True when the season is over and this is its final table. */
  frozen: boolean;
  ranked: number;
  traders: number;
  /** When the pass was made, epoch ms; 0 before the first pass. */
  computedAt: number;
};
export type LeaderboardRows = {
  state: LeaderboardState;
  page: number;
  limit: number;
  rows: LeaderboardRow[];
  /** Changes whenever something rendered from `rows` changes. */
  version: string;
};
/** The leaderboard as one viewer may see it. */
type LeaderboardView = {
  /** True while open positions are hidden from this viewer: the figures of others are old, and rounded to steps. */
  isLate: boolean;
  state(): LeaderboardState;
  /** Page and limit are clamped. */
  page(page: unknown, limit: unknown): Promise<LeaderboardRows>;
  /** Returns a trader's row; null for admins, for traders who joined after the last ranking, and without a table. */
  mine(userId: number): Promise<RowFigures | null>;
  /** Returns the rows of the first FOUND_ROWS traders by name whose names begin with `start`, best first. */
  find(start: string): Promise<LeaderboardRow[]>;
  /** Returns the rows of these traders, best first, `limit` at most. */
  of(userIds: readonly number[], limit: number): Promise<LeaderboardRow[]>;
  /** Returns the figures of these traders, unsorted, without names (which cost a query). */
  figures(userIds: readonly number[]): Promise<RowFigures[]>;
  /**
   * Returns the next better place than `place` with its equity, and the equity of row `goal`. Returns null for the
   * first place, in a final table, and when there is no row `goal`.
   * @param goal number of a row above the trader's
   */
  ahead(place: number, goal: number): Promise<Ahead | null>;
};
/**
 * Equities that a trader can reach, cents. `next`: the next better place; null when the goal row is in that place.
 * `goal`: equity of the goal row.
 */
type Ahead = { next: { place: number; equity: Cents } | null; goal: Cents };
export type LeaderboardService = ReturnType<typeof createLeaderboard>;

/** Most attempts of a forced pass. An attempt fails when somebody trades while this process reads the accounts. */
const ATTEMPTS = 10;
/** How long a starting process waits for its first ranked table, ms. Afterwards pages show the stored table. */
const START_MS = 2_000;

const NONE: LeaderboardState = {
  generation: 0,
  seasonId: null,
  frozen: false,
  ranked: 0,
  traders: 0,
  computedAt: 0,
};

function stateOf(table: Table | null): LeaderboardState {
  if (!table) return NONE;
  const { generation, seasonId, frozen, madeAt } = table.pass;
  const { ranked, traders } = table;
  return { generation, seasonId, frozen, ranked, traders, computedAt: madeAt };
}

type Deps = {
  sql: Sql;
  market: Pick<Market, 'quotes' | 'now'>;
  seasons: Pick<Seasons, 'current' | 'hidesOpen' | 'frozenSince' | 'details'>;
  bus: Bus;
  clock: Clock;
  log: Log;
  priceCheck: PriceCheck;
  onPass?: (ms: number) => void;
};

export function createLeaderboard(deps: Deps) {
  const { sql, bus } = deps;
  const ranking = createRanking(deps);
  let unsubscribe = () => {};

  const findIn: FindIn = async (table, start, rowsOf) => {
    if (!table) return [];
    const ids = await tradersNamed(sql, table.pass.seasonId, usernameKey(start), FOUND_ROWS);
    return await rowsOf(table, ids);
  };

  return {
    state: (): LeaderboardState => ranking.state(),
    pass: ranking.pass,
    /** Ranks a committed change at once. A failure is logged: the change stands, and the next pass ranks it. */
    rankNow: (): Promise<void> =>
      ranking.pass(true).catch((error) => deps.log.warn({ err: error }, 'the ranking pass failed')),
    onTable: ranking.onTable,

    async page(page: unknown, limit: unknown): Promise<LeaderboardRows> {
      const table = await ranking.table();
      // not ranking.state(), which may describe a newer table by now
      const state = stateOf(table);
      const clamped = clampPage(page, limit, state.traders);
      const version = ranking.version(state);
      const rows = table ? await ranking.rows(table, clamped.page, clamped.limit) : [];
      return { state, ...clamped, version, rows };
    },

    /** Returns the user's row from memory, as that user may see it; null without a row and without a running season. */
    standingNow(userId: number): RowFigures | null {
      const standing = ranking.now()?.rowOf(userId) ?? null;
      return hidesOthers(deps.seasons, VISITOR) ? viewerRow(standing, ranking.late()) : standing;
    },

    /** Returns the leaderboard as `viewer` may see it. Every reader gets rows from here. */
    seenBy(viewer: Viewer): LeaderboardView {
      if (!hidesOthers(deps.seasons, viewer))
        return {
          isLate: false,
          state: this.state,
          page: this.page,
          mine: this.mine,
          find: async (start) => await findIn(await ranking.table(), start, ranking.of),
          async of(userIds, limit) {
            const table = await ranking.table();
            return table ? await ranking.of(table, userIds, limit) : [];
          },
          figures: async (userIds) => await figuresOf(sql, await ranking.table(), userIds),
          ahead: async (place, goal) => aheadOf(await ranking.table(), place, goal),
        };
      return lateView(ranking, viewer, readCents(deps.seasons.current()?.startCash ?? '0'), findIn);
    },

    /**
     * Returns the user's row with exact figures; after the season's end, the row of its stored results. Null for
     * admins, for traders who joined after the table was ranked, and without a table.
     */
    async mine(userId: number): Promise<RowFigures | null> {
      const table = await ranking.table();
      if (!table) return null;
      if (table.leaderboard) return table.leaderboard.rowOf(userId);
      return await resultOf(sql, table.pass.seasonId, userId);
    },

    /** Ranks by the newest pass, or makes one, and starts the schedule. Waits at most START_MS. */
    async begin(coverShorts: CoverShorts): Promise<void> {
      unsubscribe = bus.subscribe(ranking.onEvent);
      await ranking.begin(coverShorts);
    },

    stop() {
      ranking.stop();
      unsubscribe();
    },
  };
}

type Ranking = ReturnType<typeof createRanking>;
type FindIn = (table: Table | null, start: string, rowsOf: Ranking['of']) => Promise<LeaderboardRow[]>;

/** Returns the leaderboard as non-admins see it while positions are hidden. @param startCash the season's, cents */
function lateView(ranking: Ranking, viewer: Viewer, startCash: Cents, findIn: FindIn): LeaderboardView {
  const roughly = <T extends RowFigures>(row: T): T => ({
    ...row,
    cash: cents(0n),
    equity: coarse(row.equity, startCash),
    // the number of fills reveals when a trader opened a position
    trades: null,
  });
  return {
    isLate: true,
    state: () => stateOf(ranking.late()),
    async page(page, limit) {
      await ranking.table();
      const table = ranking.late();
      const clamped = clampPage(page, limit, table?.traders ?? 0);
      const version = ranking.lateVersion();
      const rows = table ? await ranking.lateRows(table, clamped.page, clamped.limit) : [];
      return { state: stateOf(table), ...clamped, version, rows: rows.map(roughly) };
    },
    async mine(userId) {
      await ranking.table();
      const table = ranking.late();
      if (userId === viewer.id) return viewerRow(ranking.now()?.rowOf(userId) ?? null, table);
      const row = table?.leaderboard?.rowOf(userId);
      return row ? roughly(row) : null;
    },
    async find(start) {
      await ranking.table();
      return (await findIn(ranking.late(), start, ranking.lateOf)).map(roughly);
    },
    async of(userIds, limit) {
      await ranking.table();
      const table = ranking.late();
      return table ? (await ranking.lateOf(table, userIds, limit)).map(roughly) : [];
    },
    async figures(userIds) {
      await ranking.table();
      const leaderboard = ranking.late()?.leaderboard;
      return userIds.flatMap((id) => leaderboard?.rowOf(id) ?? []).map(roughly);
    },
    async ahead(place, goalRow) {
      await ranking.table();
      const ahead = aheadOf(ranking.late(), place, goalRow);
      if (!ahead) return null;
      const { next, goal } = ahead;
      return {
        next: next && { ...next, equity: coarse(next.equity, startCash) },
        goal: coarse(goal, startCash),
      };
    },
  };
}

/** Returns the figures of traders in a table; omits traders without a row. */
async function figuresOf(sql: Sql, table: Table | null, userIds: readonly number[]): Promise<RowFigures[]> {
  if (!table) return [];
  const { leaderboard, pass } = table;
  if (!leaderboard) return await resultStandingsOf(sql, pass.seasonId, userIds);
  return userIds.flatMap((id) => leaderboard.rowOf(id) ?? []);
}

function aheadOf(table: Table | null, place: number, goalRow: number): Ahead | null {
  if (!table?.leaderboard || place <= 1) return null;
  const [goal] = table.leaderboard.rows(goalRow, goalRow);
  // row `place - 1` is the last row of the next better place
  const [next] = table.leaderboard.rows(place - 1, place - 1);
  if (!goal || !next?.place) return null;
  const isGoal = next.place === goal.place;
  return { next: isGoal ? null : { place: next.place, equity: next.equity }, goal: goal.equity };
}

/**
 * Returns the viewer's row: the live total with the place of the snapshot, because a live place reveals what other
 * traders hold. A trader who joined after the snapshot has no place. Null without a live row or a snapshot.
 */
function viewerRow(standing: RowFigures | null, late: Table | null): RowFigures | null {
  if (!standing || !late) return null;
  const {
    place = null,
    rank = 'CADET',
    rowNumber = late.traders,
  } = late.leaderboard?.rowOf(standing.userId) ?? {};
  return { ...standing, place, rank, rowNumber };
}

function createRanking(deps: Deps) {
  const { sql, seasons, log } = deps;
  const listeners = new Set<(generation: number) => void>();
  const late = createLateTable({ ...deps, newestTable: () => replica.table() ?? stored });
  const pages = createPages(sql, late.startFor);
  const storedTable = createStoredTable(sql);
  const watchMargins = createMarginWatch(deps.bus);
  let state = NONE;
  /**
   * Increases when pages must be read again without ranking: a logo or the readers of a trader's page changed, or
   * events were missed.
   */
  let looks = 0;
  /** The stored table, which pages show until this process has ranked its first table. */
  let stored: Table | null = null;
  let starting: Promise<unknown> = Promise.resolve();
  let coverShorts: CoverShorts = async () => {};

  const replica = createReplica(sql, { prepare: late.follow, onTable: (table) => show(table, false) });
  const afterOwnPass = async (table: Table) => {
    await storedTable.write(table);
    await late.take(table, hidesOthers(seasons, VISITOR));
    if (table.leaderboard && seasons.current()?.status === 'active')
      await watchMargins(table.leaderboard, coverShorts);
  };
  const maker = createPassMaker(deps, replica, afterOwnPass);
  const schedule = createSchedule({ pass: () => maker.pass(), passForChanges: maker.passForChanges }, log);

  function show(table: Table, isStored: boolean) {
    stored = isStored ? table : null;
    state = stateOf(table);
    pages.clear();
    for (const listener of listeners) listener(state.generation);
  }

  async function restore() {
    const season = seasons.current();
    if (!season || season.endedAt !== null) return;
    const table = await storedTable.read(season.id);
    if (!table) return;
    await late.follow(table);
    show(table, true);
  }

  return {
    state: () => state,
    version: ({ generation }: LeaderboardState) => `${generation} ${looks}`,
    rows: pages.rows,
    late: late.table,
    of: pages.of,
    lateRows: late.rows,
    lateOf: late.of,
    lateVersion: () => `${late.table()?.pass.generation} ${late.table()?.traders} ${looks}`,
    now: () => replica.table()?.leaderboard ?? null,
    pass: maker.pass,
    onTable(listener: (generation: number) => void): void {
      listeners.add(listener);
    },
    async table(): Promise<Table | null> {
      if (!replica.table() && !stored) await starting;
      return replica.table() ?? stored;
    },
    onEvent(event: BusEvent) {
      if (event.type === 'traded' || event.type === 'season') schedule.soon();
      if (event.type === 'items' || event.type === 'gap') {
        looks += 1;
        pages.clear();
        late.forgetPeople();
      }
      if (event.type === 'gap' || (event.type === 'standings' && event.generation > state.generation))
        void schedule.work(replica.advance);
    },
    async begin(cover: CoverShorts): Promise<void> {
      coverShorts = cover;
      await restore().catch((error) => log.warn({ err: error }, 'the stored leaderboard could not be read'));
      starting = schedule.work(maker.takeOver);
      await Promise.race([starting, Bun.sleep(START_MS)]);
      schedule.begin();
    },
    stop: schedule.stop,
  };
}

/** @param afterOwnPass receives the table after each pass of this process */
function createPassMaker(deps: Deps, replica: Replica, afterOwnPass: (table: Table) => Promise<unknown>) {
  const { sql, seasons } = deps;
  const passes = createPasses({ ...deps, replica });

  /**
   * Makes a pass when prices or accounts changed or the last pass is old, and ranks by it.
   * @param force makes one in any case
   */
  async function pass(force = false): Promise<void> {
    const season = seasons.current();
    if (!season) return;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const began = performance.now();
      const generation = await passes.make(season, force);
      await replica.advance();
      if (generation !== null) deps.onPass?.(performance.now() - began);
      const table = replica.table();
      if (generation !== null && table && table.pass.generation >= generation) await afterOwnPass(table);
      // a trade while the accounts were read prevented the ranking: the next attempt includes the trade
      if (!force || replica.table()?.pass.seasonId === season.id) return;
    }
  }

  /**
   * Makes a pass for changed accounts at the price marks of the previous pass.
   * @returns false when changes remain, for example because another process makes a pass
   */
  async function passForChanges(): Promise<boolean> {
    const season = seasons.current();
    const generation = season && (await passes.makeForChanges(season));
    if (!generation) return !(await hasChanges(sql));
    await replica.advance();
    return true;
  }

  /** Continues from a recent pass of another process, or makes a pass. */
  async function takeOver() {
    const newest = await newestPass(sql);
    const season = seasons.current();
    const isOf = newest && newest.seasonId === season?.id && newest.frozen === (season.endedAt !== null);
    if (isOf && (newest.frozen || Date.now() - newest.madeAt < PASS_IDLE_MS)) await replica.advance();
    if (!replica.table()) await pass(true);
  }

  return { pass, passForChanges, takeOver };
}
