/**
 * The leaderboard. One pass per interval, made by one process for all of them, marks every open position to market
 * and ranks the season; a page or a place is then an index read, once per pass and process.
 */
import { sampleSpacingMs } from '#core/equity.ts';
import { FORCE_PERCENT, marginState, WARN_PERCENT } from '#core/margin.ts';
import { clampPage, type OwnStanding, type Standing } from '#core/standings.ts';
import type { Sql } from '#db/client.ts';
import { sampleMarks } from '#db/queries/equity.ts';
import * as ranking from '#db/queries/ranking.ts';
import * as rows from '#db/queries/standings.ts';
import type { Market, Quote } from '#market/market.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { PriceCheck } from './priceCheck.ts';
import { quotesNow } from './quotes.ts';
import type { Bus } from './realtime/bus.ts';
import type { Season, Seasons } from './seasons.ts';

export type StandingsState = rows.StandingsState;
export type StandingsPage = {
  state: StandingsState;
  page: number;
  limit: number;
  rows: Standing[];
  /** Of anything drawn from `rows`: changes with the ranking and with the logos on it. */
  version: string;
};
export type Standings = ReturnType<typeof createStandings>;

/** Between two passes, at least; a pass that takes long is followed by a rest three times as long. */
const INTERVAL_MS = 1_500;
/** A pass is made this often even when no price moved, nobody traded and nobody joined. */
const IDLE_MS = 15_000;
/** Pages and own rows kept in memory until the next pass. */
const MAX_PAGES = 200;
const MAX_OWN = 10_000;

const NONE: StandingsState = {
  generation: 0,
  seasonId: null,
  frozen: false,
  ranked: 0,
  traders: 0,
  rankEnds: [],
  computedAt: 0,
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
  const { sql, market, seasons, bus, clock, log, priceCheck } = deps;
  let state = NONE;
  let pages = new Map<string, Promise<Standing[]>>();
  let own = new Map<number, Promise<OwnStanding | null>>();
  /** Prices of the newest pass, to see whether anything moved. */
  let marked = new Map<string, string>();
  /** Goes up when somebody changed their logo: pages are read again, nothing is ranked. */
  let looks = 0;
  let looked = false;
  let dirty = true;
  let member: number | null = null;
  /** The database went away for a while; after a crash of its own the unlogged ranking is empty. */
  let lost = false;
  let warned = new Set<number>();
  let coverShorts: (userIds: number[]) => Promise<unknown> = async () => {};

  function adopt(next: StandingsState) {
    if (next.generation === state.generation) return;
    state = next;
    pages = new Map();
    own = new Map();
  }

  const fresh = (newest: StandingsState, season: Season) =>
    newest.seasonId === season.id &&
    (newest.frozen || (season.endedAt === null && Date.now() - newest.computedAt < INTERVAL_MS * 0.8));

  const moved = (quotes: ReadonlyMap<string, Quote>) =>
    quotes.size !== marked.size || [...quotes.values()].some((q) => marked.get(q.symbol) !== q.price);

  /** @param force also when another process just made a pass, or nothing seems to have changed */
  async function pass(force = false): Promise<void> {
    const season = seasons.current();
    if (!season) return;
    const before = await rows.standingsState(sql);
    if (!force && fresh(before, season)) return adopt(before);
    const isFrozen = season.endedAt !== null;
    const joined = await rows.newestMember(sql, season.id);
    if (joined !== member) dirty = true;
    const symbols = isFrozen ? [] : await rows.heldSymbols(sql, season.id);
    // while the market is away the last marks stand
    const newest = await quotesNow(market, symbols);
    const idle = before.seasonId === season.id && Date.now() - before.computedAt < IDLE_MS;
    if (!force && idle && !dirty && !moved(newest)) return adopt(before);
    dirty = false;
    let quotes = newest;
    const made = await sql.begin(async (tx) => {
      if (force) await ranking.awaitPass(tx);
      else if (!(await ranking.claimPass(tx))) return null;
      if (!force && (await rows.standingsState(tx)).generation !== before.generation) return null;
      // the last mark of what jumped stands until it is known why
      quotes = await priceCheck.sound(tx, newest);
      await rows.writeMarks(tx, [...quotes.values()], market.now());
      if (season.status === 'active') {
        const now = clock.now();
        const spacing = sampleSpacingMs(now - (season.startedAt?.getTime() ?? now));
        await sampleMarks(tx, season.id, symbols, new Date(now), spacing);
      }
      return await ranking.rebuildStandings(tx, season.id, isFrozen);
    });
    if (!made) {
      // another process was at it, maybe since before somebody traded; and it may not come to an end
      dirty = true;
      return;
    }
    member = joined;
    marked = new Map([...quotes.values()].map((q) => [q.symbol, q.price]));
    adopt(made);
    bus.publish({ type: 'standings', generation: made.generation });
    if (season.status === 'active') await watchShorts();
  }

  /** Covers by force where equity got too thin for the shorts, and warns who is close to it, once. */
  async function watchShorts() {
    const thin = await rows.thinAccounts(sql, WARN_PERCENT);
    const isDue = (a: { equity: bigint; shorts: bigint }) => marginState(a.equity, a.shorts) === 'call';
    const due = thin.filter(isDue).map((a) => a.userId);
    const near = thin.filter((a) => !isDue(a)).map((a) => a.userId);
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

  /** Once per interval at most, however often people change their clothes. */
  function refreshLooks() {
    if (!looked) return;
    looked = false;
    looks += 1;
    pages = new Map();
  }

  /** Takes over what a process that ended a moment ago left. @returns whether there was anything of use */
  async function takeOver(): Promise<boolean> {
    const season = seasons.current();
    const left = await rows.standingsState(sql);
    const isOf = season !== null && left.seasonId === season.id && left.frozen === (season.endedAt !== null);
    const isYoung = left.frozen || Date.now() - left.computedAt < IDLE_MS;
    // no ends: ranked before there were any; no row: the database crashed and lost them
    if (!isOf || !isYoung || left.rankEnds.length === 0 || !(await rows.hasStandings(sql))) return false;
    adopt(left);
    lost = true;
    return true;
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsubscribe = () => {};
  let stopped = false;

  async function loop() {
    const began = Date.now();
    refreshLooks();
    // what is told during the pass is for the next one
    const force = lost;
    lost = false;
    try {
      await pass(force);
    } catch (error) {
      lost ||= force;
      dirty = true;
      if (!stopped) log.warn({ err: error }, 'the ranking pass failed');
    }
    if (stopped) return;
    timer = setTimeout(loop, Math.max(INTERVAL_MS, 3 * (Date.now() - began)));
  }

  const keep = <K, V extends Promise<unknown>>(map: Map<K, V>, max: number, key: K, read: () => V): V => {
    const known = map.get(key);
    if (known !== undefined) return known;
    if (map.size >= max) map.clear();
    const value = read();
    map.set(key, value);
    value.catch(() => map.delete(key));
    return value;
  };

  return {
    /** Which ranking the process knows. `generation` changes with every pass. */
    state: (): StandingsState => state,
    pass,

    /** A page of the ranking, page and limit clamped. */
    async page(page: unknown, limit: unknown): Promise<StandingsPage> {
      const current = state;
      const asked = clampPage(page, limit, current.traders);
      const from = (asked.page - 1) * asked.limit + 1;
      const to = from + asked.limit - 1;
      const read = keep(pages, MAX_PAGES, `${asked.page}/${asked.limit}`, () =>
        rows.standingsRows(sql, from, to, current),
      );
      const version = `${current.generation} ${looks}`;
      return { state: current, ...asked, version, rows: await read };
    },

    /** The user's own row; null for admins and for who joined after the newest pass. */
    async mine(userId: number): Promise<OwnStanding | null> {
      return await keep(own, MAX_OWN, userId, () => rows.standingOf(sql, userId, state));
    },

    /** Makes the first pass, at once unless there is a young one, and goes on. @param cover closes shorts of users by force, worst first */
    async begin(cover: (userIds: number[]) => Promise<unknown>): Promise<void> {
      coverShorts = cover;
      unsubscribe = bus.subscribe((event) => {
        if (event.type === 'traded' || event.type === 'season') dirty = true;
        if (event.type === 'gap') lost = true;
        if (event.type === 'items' || event.type === 'gap') looked = true;
        if (event.type === 'standings' && event.generation > state.generation) {
          rows.standingsState(sql).then(adopt, (error) => log.warn({ err: error }, 'standings not read'));
        }
      });
      if (!(await takeOver())) await pass(true);
      timer = setTimeout(loop, INTERVAL_MS);
    },

    stop() {
      stopped = true;
      clearTimeout(timer);
      unsubscribe();
    },
  };
}
