/**
 * The leaderboard. Passes follow prices and trades; each is made by one process for all of them and ranked in the memory
 * of every one (leaderboard/replica.ts). A page or a place is then read from memory.
 */

import { clampPage, type OwnStanding, type Standing } from '#core/leaderboard/standing.ts';
import { FORCE_PERCENT } from '#core/trading/margin.ts';
import type { Sql } from '#db/client.ts';
import { hasChanges, newestPass } from '#db/queries/leaderboard.ts';
import { resultOf, resultStandings } from '#db/queries/results.ts';
import { namesAndLogos } from '#db/queries/traders.ts';
import type { Market } from '#market/market.ts';
import type { PriceCheck } from '../market-split/price-check.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Bus } from '../realtime/bus.ts';
import type { Season, Seasons } from '../season/seasons.ts';
import { createPasses, IDLE_MS, INTERVAL_MS } from './passes.ts';
import { createReplica, type Table } from './replica.ts';

export type StandingsState = {
  /** Goes up with every pass; the same one is the same table in every process. */
  generation: number;
  seasonId: number | null;
  /** The season is over: this is its final table. */
  frozen: boolean;
  ranked: number;
  traders: number;
  computedAt: number;
};
export type StandingsPage = {
  state: StandingsState;
  page: number;
  limit: number;
  rows: Standing[];
  /** Of anything drawn from `rows`: changes with the ranking and with the logos on it. */
  version: string;
};
export type Standings = ReturnType<typeof createStandings>;

/** After a trade, for those that come together with it. */
const TRADE_MS = 40;
/** Between two passes because of trades, at least; and at least so many times as long as one takes. */
const TRADE_REST_MS = 120;
const TRADE_REST = 1.5;
/** Pages kept in memory until the next pass. */
const MAX_PAGES = 200;
/** Times a forced pass is made again because somebody traded while accounts were read. */
const ATTEMPTS = 10;
/** A start waits this long (ms) for a large field to be read; its pages wait on. */
const START_MS = 2_000;

const NONE: StandingsState = {
  ...{ generation: 0, seasonId: null, frozen: false, ranked: 0, traders: 0, computedAt: 0 },
};

export function createStandings(deps: {
  sql: Sql;
  market: Pick<Market, 'quotes' | 'now'>;
  seasons: Pick<Seasons, 'current'>;
  bus: Bus;
  clock: Clock;
  log: Log;
  priceCheck: PriceCheck;
}) {
  const { sql, seasons, bus, log } = deps;
  const listeners = new Set<(generation: number) => void>();
  let state = NONE;
  let pages = new Map<string, Promise<Standing[]>>();
  /** Goes up when somebody changed their logo: pages are read again, nothing is ranked. */
  let looks = 0;
  let warned = new Set<number>();
  let coverShorts: (userIds: number[]) => Promise<unknown> = async () => {};
  /** Until the first table is there. */
  let starting: Promise<unknown> = Promise.resolve();

  const replica = createReplica(sql, ({ pass, ranked, traders }) => {
    const { generation, seasonId, frozen } = pass;
    state = { generation, seasonId, frozen, ranked, traders, computedAt: pass.madeAt };
    pages = new Map();
    for (const listener of listeners) listener(generation);
  });
  const passes = createPasses({ ...deps, replica });

  async function currentTable(): Promise<Table | null> {
    if (!replica.table()) await starting;
    return replica.table();
  }

  /**
   * Makes a pass if there is reason to, and ranks by it.
   * @param force also when another process just made one, or nothing seems to have changed
   */
  async function pass(force = false): Promise<void> {
    const season = seasons.current();
    if (!season) return;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const made = await passes.make(season, force);
      await replica.advance();
      if (made !== null) await watchShorts(season, made);
      // somebody traded while the accounts were read: the next pass has it
      if (!force || replica.table()?.pass.seasonId === season.id) return;
    }
  }

  /** Covers by force where equity got too thin for the shorts, and warns who is close to it, once. Of an own pass. */
  async function watchShorts(season: Season, generation: number) {
    const table = replica.table();
    if (season.status !== 'active' || !table?.leaderboard || table.pass.generation < generation) return;
    const { thin } = table.leaderboard;
    const due = thin.filter((each) => each.state === 'call').map((each) => each.userId);
    const near = thin.filter((each) => each.state === 'warn').map((each) => each.userId);
    for (const userId of near.filter((id) => !warned.has(id))) {
      bus.publish({
        type: 'notice',
        userId,
        kind: 'error',
        title: 'Your short positions are at risk',
        message: `They are covered for you when your equity falls below ${FORCE_PERCENT}% of their market value.`,
      });
    }
    warned = new Set([...near, ...due]);
    if (due.length > 0) await coverShorts(due);
  }

  /** Goes on with a young pass another process left, or makes one. */
  async function takeOver() {
    const left = await newestPass(sql);
    const season = seasons.current();
    const isOf = left && left.seasonId === season?.id && left.frozen === (season.endedAt !== null);
    if (isOf && (left.frozen || Date.now() - left.madeAt < IDLE_MS)) await replica.advance();
    if (!replica.table()) await pass(true);
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  let tradeTimer: ReturnType<typeof setTimeout> | undefined;
  let unsubscribe = () => {};
  let stopped = false;
  let restUntil = 0;

  /** One after the other, and never a failure. @returns ms it took */
  let working: Promise<unknown> = Promise.resolve();
  function work(what: () => Promise<unknown>): Promise<number> {
    const done = working.then(async () => {
      const began = performance.now();
      await what().catch((error) => {
        if (!stopped) log.warn({ err: error }, 'the ranking pass failed');
      });
      const ended = performance.now();
      restUntil = ended + Math.max(TRADE_REST_MS, TRADE_REST * (ended - began));
      return ended - began;
    });
    working = done;
    return done;
  }

  async function loop() {
    const took = await work(() => pass());
    if (!stopped) timer = setTimeout(loop, Math.max(INTERVAL_MS, 3 * took));
  }

  /** A pass for what changed, soon: prices stay those of the pass before. */
  function soon() {
    if (stopped || tradeTimer) return;
    tradeTimer = setTimeout(
      async () => {
        await work(async () => {
          tradeTimer = undefined;
          const season = seasons.current();
          const made = season && (await passes.makeForChanges(season));
          if (made) await replica.advance();
          // another process is at it, or was: what it left is taken along by one of the next
          else if (await hasChanges(sql)) soon();
        });
      },
      Math.max(TRADE_MS, restUntil - performance.now()),
    );
  }

  const keep = (key: string, read: () => Promise<Standing[]>): Promise<Standing[]> => {
    const known = pages.get(key);
    if (known !== undefined) return known;
    if (pages.size >= MAX_PAGES) pages.clear();
    const value = read();
    pages.set(key, value);
    value.catch(() => pages.delete(key));
    return value;
  };

  async function rowsOf(table: Table, from: number, to: number): Promise<Standing[]> {
    if (!table.leaderboard) return await resultStandings(sql, table.pass.seasonId, from, to);
    const rows = [...table.leaderboard.standings(from, to)];
    const people = await namesAndLogos(
      sql,
      rows.map((row) => row.userId),
    );
    return rows.map((row) => ({ ...row, ...(people.get(row.userId) ?? { username: '', logo: null }) }));
  }

  return {
    /** Which ranking the process knows. `generation` changes with every pass. */
    state: (): StandingsState => state,
    pass,

    /** Is told the generation of every new table of this process. */
    onTable(listener: (generation: number) => void): void {
      listeners.add(listener);
    },

    /** A page of the ranking, page and limit clamped. */
    async page(page: unknown, limit: unknown): Promise<StandingsPage> {
      const table = await currentTable();
      const current = state;
      const asked = clampPage(page, limit, current.traders);
      const from = (asked.page - 1) * asked.limit + 1;
      const read = () => (table ? rowsOf(table, from, from + asked.limit - 1) : Promise.resolve([]));
      const rows = keep(`${asked.page}/${asked.limit}`, read);
      return { state: current, ...asked, version: `${current.generation} ${looks}`, rows: await rows };
    },

    /** The user's own row; null for admins and for who joined after the newest pass. */
    async mine(userId: number): Promise<OwnStanding | null> {
      const table = await currentTable();
      if (!table) return null;
      if (table.leaderboard) return table.leaderboard.standingOf(userId);
      return await resultOf(sql, table.pass.seasonId, userId);
    },

    /** Ranks by the newest pass, or a new one, and goes on. @param cover closes shorts of users by force, worst first */
    async begin(cover: (userIds: number[]) => Promise<unknown>): Promise<void> {
      coverShorts = cover;
      unsubscribe = bus.subscribe((event) => {
        if (event.type === 'traded' || event.type === 'season') soon();
        if (event.type === 'items' || event.type === 'gap') {
          looks += 1;
          pages = new Map();
        }
        if (event.type === 'gap' || (event.type === 'standings' && event.generation > state.generation))
          void work(replica.advance);
      });
      starting = work(takeOver);
      await Promise.race([starting, Bun.sleep(START_MS)]);
      timer = setTimeout(loop, INTERVAL_MS);
    },

    stop() {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(tradeTimer);
      unsubscribe();
    },
  };
}
