/**
 * The seasons: which one is on (answered from memory), and the admins' Start, End, Reset and Edit, each one
 * transaction with one audit row.
 */

import { type PracticeReason, practiceReasons, type SeasonTerms } from '#core/season/terms.ts';
import { NO_RULES } from '#core/trading/season-rules.ts';
import type { Sql, Transaction } from '#db/client.ts';
import * as rows from '#db/queries/seasons.ts';
import type { Market } from '#market/market.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../platform/settings.ts';
import type { Bus } from '../realtime/bus.ts';
import { disqualifyIn, type Edit, editCompetition } from './edit.ts';
import * as seedPeriods from './seed-periods.ts';
import { createSeasonSteps, type SeasonAction } from './steps.ts';
import { termsNow } from './terms.ts';

export type Season = rows.SeasonRow;
/** What the simulated market is told: prices follow `seed` from `effectiveFrom` (epoch ms) on. */
export type SeedPeriod = Pick<seedPeriods.SeedPeriod, 'effectiveFrom' | 'seed'>;
/** SHA-256 and, once a later seed is in effect, the seed itself; both hex. */
export type Commitment = { from: number; hash: string; seed: string | null };

export type Seasons = ReturnType<typeof createSeasons>;

/** How often memory is compared with the database, should a message between processes get lost. */
const REFRESH_MS = 5_000;
/** How often the schedule is looked at. */
const SCHEDULE_MS = 1_000;

export function createSeasons(deps: {
  sql: Sql;
  market: Pick<Market, 'quotes' | 'source' | 'capabilities' | 'now'>;
  bus: Bus;
  clock: Clock;
  log: Log;
  settings: Pick<Settings, 'startingBalance' | 'marketSeed' | 'quoteMaxAgeMs' | 'secretKey'>;
  /** Is handed all seed periods at the start and whenever one is added. */
  onSeedPeriods?: (seedPeriods: readonly SeedPeriod[]) => void;
}) {
  const { sql, bus, clock, log } = deps;
  const vault = seedPeriods.createVault(deps.settings.secretKey);
  const parts = createSeasonSteps({ ...deps, vault });
  let season: Season | null = null;
  let details: rows.Details = { prizePool: '50.00', nextCompetitionDate: '3.8', rules: NO_RULES };
  let schedule: rows.Schedule = { startsAt: null, endsAt: null };
  const listeners = new Set<(season: Season | null) => void>();

  async function refresh() {
    const [newest, newDetails, newSchedule] = await Promise.all([
      rows.newestSeason(sql),
      rows.competitionDetails(sql),
      rows.competitionSchedule(sql),
    ]);
    const told = [newest?.id, newest?.status, newDetails, newSchedule];
    const changed = !Bun.deepEquals([season?.id, season?.status, details, schedule], told);
    details = newDetails;
    schedule = newSchedule;
    season = newest;
    if (changed) for (const listener of listeners) listener(newest);
  }

  /** Also from time to time: who missed one would go on with a seed that is public by now. */
  const loadSeedPeriods = async () => deps.onSeedPeriods?.(await seedPeriods.readSeedPeriods(sql, vault));

  /**
   * All steps of an action under one lock, so that a second click finds the first one's result.
   * @param wanted asked under the lock: whether the action is still to be done
   */
  async function transition(
    action: SeasonAction,
    adminId: number | null,
    wanted: (tx: Transaction) => Promise<boolean> = async () => true,
  ) {
    const steps = await sql.begin(async (tx) => {
      await tx`set local statement_timeout = '60s'`;
      await rows.lockSeasons(tx);
      if (!(await wanted(tx))) return null;
      return await parts.act(tx, action, adminId);
    });
    if (steps) log.info({ action, adminId, steps }, 'season changed');
    await Promise.all([refresh(), loadSeedPeriods()]);
    if (!steps) return;
    bus.publish({ type: 'seed-periods' });
    bus.publish({ type: 'season' });
  }

  /** Takes a due start or end off the schedule. @returns whether there is something left to do about it */
  async function take(tx: Transaction, key: keyof rows.Schedule): Promise<boolean> {
    const planned = await rows.competitionSchedule(tx);
    const at = planned[key];
    if (at === null || at > clock.now()) return false;
    await rows.setSchedule(tx, { ...planned, [key]: null });
    const isActive = (await rows.newestSeason(tx))?.status === 'active';
    return isActive === (key === 'endsAt');
  }

  let keeping = false;
  /** Starts and ends when it is time, in whichever process looks first. */
  async function keepSchedule() {
    if (keeping) return;
    keeping = true;
    try {
      const now = clock.now();
      const { startsAt, endsAt } = schedule;
      if (startsAt !== null && startsAt <= now) await transition('start', null, (tx) => take(tx, 'startsAt'));
      if (endsAt !== null && endsAt <= now) await transition('end', null, (tx) => take(tx, 'endsAt'));
    } finally {
      keeping = false;
    }
  }

  const inBackground = (work: () => Promise<unknown>) => {
    work().catch((error) => log.warn({ err: error }, 'the season could not be read'));
  };
  let unsubscribe = () => {};
  let timer: ReturnType<typeof setInterval> | undefined;
  let ticker: ReturnType<typeof setInterval> | undefined;

  return {
    /** The newest season, whatever its status. */
    current: (): Season | null => season,
    /** Whether traders may trade now. */
    active: (): boolean => season?.status === 'active',
    details: (): rows.Details => details,
    /** What a season is played under that starts now. */
    nextTerms: (): SeasonTerms => termsNow(deps),
    /**
     * Why a season is practice, not for prizes. One that has not started, or runs since before its terms were kept, is
     * judged by the terms of now.
     */
    practice({ status, terms }: Pick<Season, 'status' | 'terms'>): PracticeReason[] {
      if (terms) return practiceReasons(terms);
      return status === 'waiting' || status === 'active' ? practiceReasons(termsNow(deps)) : [];
    },
    /** When it starts and ends by itself. */
    schedule: (): rows.Schedule => schedule,
    keepSchedule,
    /** Is told whenever there is another newest season, status, plan or detail, in every process. */
    onChange(listener: (season: Season | null) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** @throws ALREADY_ACTIVE */
    start: (adminId: number | null) => transition('start', adminId),
    /** Freezes prices and results. @throws NOT_ACTIVE, UNAVAILABLE when a held symbol has no price */
    end: (adminId: number | null) => transition('end', adminId),
    /** Archives what there was and opens a new season, active if the old one was. */
    reset: (adminId: number | null) => transition('reset', adminId),

    /**
     * Edits what the competition page tells, when the competition starts and ends by itself (epoch ms, null: by
     * hand), and the rules of the season that is not over and those to come. @throws INVALID when the prize is absurdly long or the end is not after the start
     */
    async update(next: Edit, adminId: number): Promise<rows.Details> {
      await sql.begin((tx) => editCompetition(tx, next, adminId, new Date(clock.now())));
      await refresh();
      bus.publish({ type: 'season' });
      return details;
    },

    /**
     * Takes a trader out of a season's ranking, with a reason everybody can read; who stands below moves up.
     * @throws NOT_FOUND for a season or trader that is not, ALREADY_DISQUALIFIED
     */
    async disqualify(
      who: { season: number; username: string; reason: string },
      adminId: number,
    ): Promise<void> {
      await sql.begin((tx) => disqualifyIn(tx, who, adminId));
    },

    /**
     * The tape seeds a season's prices follow, oldest first: hashes always, a seed once a later one is in effect. Its
     * own takes over at a whole minute: until then its first prices follow the one before.
     */
    async commitments({
      id,
      startedAt,
      endedAt,
    }: Pick<Season, 'id' | 'startedAt' | 'endedAt'>): Promise<Commitment[]> {
      const all = await rows.seedPeriodRows(sql);
      const now = clock.now();
      const [from, to] = [startedAt?.getTime() ?? Infinity, endedAt?.getTime() ?? Infinity];
      return all.flatMap((period, i) => {
        const isMeant = period.effectiveFrom <= to && (all[i + 1]?.effectiveFrom ?? Infinity) > from;
        if (period.seasonId !== id && !isMeant) return [];
        const seed = seedPeriods.isPublic(all, i, now) ? hex(seedPeriods.openSeed(period, vault)) : null;
        return [{ from: period.effectiveFrom, hash: hex(period.hash), seed }];
      });
    },

    refresh,

    /** Opens the first season, waiting, on an empty database, and sees to the seed; then keeps memory and market up to date. */
    async begin(): Promise<void> {
      await sql.begin(parts.prepare);
      await Promise.all([refresh(), loadSeedPeriods()]);
      unsubscribe = bus.subscribe((event) => {
        if (event.type === 'season' || event.type === 'gap') inBackground(refresh);
        if (event.type === 'seed-periods' || event.type === 'gap') inBackground(loadSeedPeriods);
      });
      timer = setInterval(() => {
        inBackground(refresh);
        inBackground(loadSeedPeriods);
      }, REFRESH_MS);
      ticker = setInterval(() => inBackground(keepSchedule), SCHEDULE_MS);
      timer.unref();
      ticker.unref();
    },

    stop() {
      clearInterval(timer);
      clearInterval(ticker);
      unsubscribe();
    },
  };
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
