/**
 * The seasons: the newest one in memory, and the admins' Start, End, Reset and Edit. Each action is one transaction
 * with one row of the audit log.
 */

import { formatMoment } from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import { readCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import { issueAt } from '#core/refusals/issues.ts';
import { fail } from '#core/refusals/refusals.ts';
import { WINNER_TAKES_ALL } from '#core/season/awards.ts';
import type { TermChange } from '#core/season/changes.ts';
import { frozenSince, OPEN_ENTRY } from '#core/season/entry.ts';
import { REVIEW_HOURS } from '#core/season/review.ts';
import { NO_NEXT_DATE } from '#core/season/season.ts';
import { type PracticeReason, practiceReasons, type SeasonTerms } from '#core/season/terms.ts';
import { hasDayVolume, NO_RULES } from '#core/trading/season-rules.ts';
import type { Sql, Transaction } from '#db/client.ts';
import { compareClocks } from '#db/queries/platform/leases.ts';
import {
  competitionSchedule,
  type Details,
  readDetails,
  type Schedule,
  setSchedule,
} from '#db/queries/season/competition.ts';
import * as rows from '#db/queries/season/seasons.ts';
import type { Market, SeedPeriod } from '#market/market.ts';
import type { Clock } from '../platform/clock.ts';
import { batched } from '../platform/concurrency.ts';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../platform/settings.ts';
import * as seedPeriods from '../proof/seed-periods.ts';
import type { Bus } from '../realtime/bus.ts';
import { createSeasonSteps, type SeasonAction } from './change-season.ts';
import { type Edit, editSeason } from './edit-season.ts';
import { termsNow } from './terms.ts';

export type Seasons = ReturnType<typeof createSeasons>;

type Deps = {
  sql: Sql;
  market: Pick<Market, 'quotes' | 'source' | 'capabilities' | 'now' | 'tape'>;
  bus: Bus;
  clock: Clock;
  databaseClock: Clock;
  log: Log;
  settings: Pick<Settings, 'startingBalance' | 'contestZone' | 'marketSeed' | 'quoteMaxAgeMs' | 'secretKey'>;
  /** Receives all seed periods, at the start and whenever they change. */
  onSeedPeriods?: (seedPeriods: readonly SeedPeriod[]) => void;
  /** Settles and cancels the working orders of a season that ends, in its transaction. */
  onSeasonEnd?: (tx: Transaction, seasonId: number, at: Date) => Promise<void>;
  onSeasonEnded?: () => void;
};

/** `changes` is empty unless a season runs. */
type Tried = { details: Details; schedule: Schedule; changes: TermChange[] };

/** Interval of reads from the database, ms: an event of another process may be lost. */
const REFRESH_MS = 5_000;
const SCHEDULE_MS = 1_000;

export function createSeasons(deps: Deps) {
  const { sql, bus, clock, databaseClock } = deps;
  const vault = seedPeriods.createVault(deps.settings.secretKey);
  const memory = createSeasonMemory(sql, deps.settings.startingBalance, clock);
  /** Also called at an interval: after a missed event this process would keep using a seed that is public by now. */
  const loadSeedPeriods = async () => deps.onSeedPeriods?.(await seedPeriods.readSeedPeriods(sql, vault));
  const { prepare, ...actions } = createActions({ ...deps, vault, memory, loadSeedPeriods });
  async function edit(tx: Transaction, next: Edit, adminId: number): Promise<TermChange[]> {
    await demandRightClock(tx);
    if (next.maxVolume && !hasDayVolume(termsNow(deps).market))
      throw fail('INVALID', { issues: [issueAt('maxVolume', 'maxVolumeMarket')] });
    return await editSeason(tx, next, adminId, new Date(clock.now()));
  }
  const work = createUpkeep({ ...deps, memory, loadSeedPeriods, keepSchedule: actions.keepSchedule });

  return {
    ...memory,
    ...actions,
    /** Returns the terms that a season starting now would get. */
    nextTerms: (): SeasonTerms => termsNow(deps),
    /**
     * Returns why a season counts as practice, without prizes. Current terms decide for a season that has not started
     * or has no stored terms.
     */
    practice({ status, terms }: Pick<Season, 'status' | 'terms'>): PracticeReason[] {
      if (terms) return practiceReasons(terms);
      return status === 'waiting' || status === 'active' ? practiceReasons(termsNow(deps)) : [];
    },
    /** Returns the hashes of a season's price seeds, oldest first, each with its seed (null while it is secret). */
    commitments: (season: seedPeriods.SeedSpan) =>
      seedPeriods.commitments(sql, vault, season, databaseClock.now()),

    /**
     * Edits the season's details, the schedule (epoch ms; null: by hand), and the rules from the current season on.
     * @throws the codes of `editSeason`, INVALID for a limit by volume on a market without volumes, UNAVAILABLE while
     * this machine's clock is wrong
     */
    async update(next: Edit, adminId: number): Promise<Details> {
      await sql.begin((tx) => edit(tx, next, adminId));
      await memory.refresh();
      bus.publish({ type: 'season' });
      return memory.details();
    },
    /** Returns the result of an edit, and rolls it back. @throws the codes of `update` */
    async tryUpdate(next: Edit, adminId: number): Promise<Tried> {
      let outcome: Tried | undefined;
      const undone = new Error('only tried');
      await sql
        .begin(async (tx) => {
          const changes = await edit(tx, next, adminId);
          outcome = { details: await readDetails(tx), schedule: await competitionSchedule(tx), changes };
          throw undone;
        })
        .catch((error) => {
          if (error !== undone) throw error;
        });
      return outcome!;
    },

    /**
     * Opens a first, waiting season on an empty database. On any other database, checks the stored terms and replaces a
     * seed of a MARKET_SEED that is no longer set. Then loads the season and the seeds, keeps both up to date, and
     * starts and ends seasons on schedule.
     */
    async begin(): Promise<void> {
      await sql.begin(prepare);
      await Promise.all([memory.refresh(), loadSeedPeriods()]);
      work.begin();
    },
    stop: work.stop,
  };
}

type Parts = Deps & {
  memory: ReturnType<typeof createSeasonMemory>;
  loadSeedPeriods: () => Promise<unknown>;
};

function createActions(deps: Parts & { vault: seedPeriods.Vault | null }) {
  const { sql, bus, clock, log, memory, loadSeedPeriods } = deps;
  const steps = createSeasonSteps(deps);

  /**
   * Runs all steps of an action under one lock, so that a second click meets the result of the first click.
   * @param isDue called under the lock; false when another process has done the action
   * @throws UNAVAILABLE while this machine's clock is wrong, and the codes of `act`
   */
  async function transition(
    action: SeasonAction,
    adminId: number | null,
    isDue: (tx: Transaction) => Promise<boolean> = async () => true,
  ) {
    const done = await sql.begin(async (tx) => {
      await tx`set local statement_timeout = '60s'`;
      await rows.lockSeasons(tx);
      await demandRightClock(tx);
      if (!(await isDue(tx))) return null;
      await dropPlanned(tx, action);
      return await steps.act(tx, action, adminId);
    });
    if (done) log.info({ action, adminId, steps: done }, 'season changed');
    await Promise.all([memory.refresh(), loadSeedPeriods()]);
    if (!done) return;
    bus.publish({ type: 'seed-periods' });
    bus.publish({ type: 'season' });
    if (done.includes('end')) deps.onSeasonEnded?.();
  }

  let isRunning = false;
  return {
    prepare: steps.prepare,
    /**
     * @param number of the season that the admin saw as the newest
     * @throws ALREADY_ACTIVE, CHANGED_MEANWHILE, UNAVAILABLE while the clock of this machine is wrong
     */
    start: (adminId: number | null, number?: number) =>
      transition('start', adminId, (tx) => demandShown(tx, 'start', number)),
    /**
     * Freezes prices and results.
     * @param number of the season that the admin saw as the newest
     * @throws NOT_ACTIVE, CHANGED_MEANWHILE, SPLIT_CHECK, UNAVAILABLE when a held symbol has never had a price or the clock of
     *   this machine is wrong
     */
    end: (adminId: number | null, number?: number) =>
      transition('end', adminId, (tx) => demandShown(tx, 'end', number)),
    /**
     * Archives the newest season and opens a new season, active if the archived season was.
     * @param number does nothing unless this is the newest season's number
     */
    reset: (adminId: number | null, number?: number) =>
      transition(
        'reset',
        adminId,
        async (tx) => number === undefined || (await rows.newestSeason(tx))?.number === number,
      ),
    /** Starts and ends the season on schedule, in the process that notices first. */
    async keepSchedule() {
      if (isRunning) return;
      isRunning = true;
      try {
        const now = clock.now();
        const schedule = memory.schedule();
        const due = PLANNED.map(({ key, action }) => ({ key, action, at: schedule[key] ?? Infinity }))
          .filter(({ at }) => at <= now)
          // after an outage across both times, the earlier action comes first; at equal times, the end
          .sort((a, b) => a.at - b.at);
        // a process with a wrong clock leaves this to another process
        if (due.length === 0 || (await compareClocks(sql))) return;
        for (const { key, action } of due) await transition(action, null, (tx) => takeDue(tx, key, now));
      } finally {
        isRunning = false;
      }
    },
  };
}

/**
 * Refuses an action from a page that shows an older season, because the action would start or end another season.
 * Accepts an action that the newest season does not allow, because `act` refuses it with the reason.
 * @returns true @throws CHANGED_MEANWHILE
 */
async function demandShown(tx: Transaction, action: 'start' | 'end', number?: number): Promise<true> {
  const newest = number === undefined ? null : await rows.newestSeason(tx);
  const isAllowed = newest !== null && (newest.status === 'active') === (action === 'end');
  if (isAllowed && newest.number !== number) throw fail('CHANGED_MEANWHILE');
  return true;
}

/**
 * Removes the planned time that an action by hand replaces. A planned end after a planned start belongs to the next
 * season and stays when this season ends.
 */
async function dropPlanned(tx: Transaction, action: SeasonAction): Promise<void> {
  const { startsAt, endsAt } = await competitionSchedule(tx);
  const isEndOfNextSeason = startsAt !== null && endsAt !== null && startsAt < endsAt;
  if (action === 'start') await setSchedule(tx, { startsAt: null, endsAt });
  else if (action === 'end' && !isEndOfNextSeason) await setSchedule(tx, { startsAt, endsAt: null });
}

/** The end comes first, because an end and a start may be planned for the same time. */
const PLANNED = [
  { key: 'endsAt', action: 'end' },
  { key: 'startsAt', action: 'start' },
] as const;

/**
 * Refuses an action while this machine's clock is wrong: the action would end a season at prices of another time, and
 * results are final.
 * @throws UNAVAILABLE
 */
async function demandRightClock(tx: Transaction): Promise<void> {
  if (await compareClocks(tx)) throw fail('UNAVAILABLE');
}

/**
 * Removes a due start or end from the schedule.
 * @param now epoch ms @returns false when it is not due any more, or the season is already in that state
 */
async function takeDue(tx: Transaction, key: keyof Schedule, now: number): Promise<boolean> {
  const planned = await competitionSchedule(tx);
  const plannedMs = planned[key];
  if (plannedMs === null || plannedMs > now) return false;
  await setSchedule(tx, { ...planned, [key]: null });
  const isActive = (await rows.newestSeason(tx))?.status === 'active';
  return isActive === (key === 'endsAt');
}

function createUpkeep(deps: Parts & { keepSchedule: () => Promise<void> }) {
  const { bus, log, memory, loadSeedPeriods, keepSchedule } = deps;
  const inBackground = (work: () => Promise<unknown>) =>
    work().catch((error) => log.warn({ err: error }, 'the season could not be read'));
  let unsubscribe = () => {};
  let timers: ReturnType<typeof setInterval>[] = [];
  return {
    begin() {
      unsubscribe = bus.subscribe((event) => {
        if (event.type === 'season' || event.type === 'gap') void inBackground(memory.refresh);
        if (event.type === 'seed-periods' || event.type === 'gap') void inBackground(loadSeedPeriods);
      });
      const reading = setInterval(async () => {
        await inBackground(memory.refresh);
        await inBackground(loadSeedPeriods);
      }, REFRESH_MS);
      timers = [reading, setInterval(() => void inBackground(keepSchedule), SCHEDULE_MS)];
      for (const timer of timers) timer.unref();
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
      unsubscribe();
    },
  };
}

export type Season = rows.SeasonRow;
const stateOf = (season: Season | null) =>
  season && [season.id, season.status, season.startCash, season.confirmedAt, season.correctedAt];
type Listener = (season: Season | null) => void;

/** @param startingBalance start cash until admins choose another, cents */
function createSeasonMemory(sql: Sql, startingBalance: Cents, clock: Clock) {
  let season: Season | null = null;
  let details: Details = {
    prizePool: '50.00',
    prizeSplit: WINNER_TAKES_ALL,
    reviewHours: REVIEW_HOURS,
    startCash: null,
    leastTrades: 0,
    leastDays: 0,
    ...OPEN_ENTRY,
    frozenHours: 0,
    isMonthly: false,
    nextCompetitionDate: NO_NEXT_DATE,
    rules: NO_RULES,
  };
  let schedule: Schedule = { startsAt: null, endsAt: null };
  const listeners = new Set<Listener>();

  async function read(): Promise<void> {
    // one after another, so that an idle server needs few connections
    const newest = await rows.newestSeason(sql);
    const newDetails = await readDetails(sql);
    const newSchedule = await competitionSchedule(sql);
    const changed = !Bun.deepEquals(
      [stateOf(season), details, schedule],
      [stateOf(newest), newDetails, newSchedule],
    );
    details = newDetails;
    schedule = newSchedule;
    season = newest;
    if (changed) for (const listener of listeners) listener(newest);
  }
  /** Serialises reads, so that a slow one never replaces a newer result. */
  const refresh = batched<void, void>(async (calls) => {
    await read();
    return [...calls];
  });

  const nextStartCash = (): Cents =>
    season?.status === 'waiting' ? readCents(season.startCash) : (details.startCash ?? startingBalance);

  const frozen = () =>
    season?.status === 'active'
      ? frozenSince({ frozenHours: details.frozenHours, endsAt: schedule.endsAt }, clock.now())
      : null;

  return {
    /** The newest season, whatever its status. */
    current: (): Season | null => season,
    active: (): boolean => season?.status === 'active',
    details: (): Details => details,
    /** Returns when the freeze began, epoch ms; null while the table is not frozen. */
    frozenSince: frozen,
    /** True while other traders' open positions are hidden, by the rules or by the freeze. */
    hidesOpen: (): boolean => !season?.endedAt && (details.rules.hideOpen || frozen() !== null),
    /** Returns the start cash of the waiting season, or of the next season when none waits, cents. */
    nextStartCash,
    /** Returns the start cash of the newest season, whatever its status, cents. */
    startCash: (): Cents => (season ? readCents(season.startCash) : nextStartCash()),
    /** Returns the start cash of the running season, cents; while none runs, of the next season. */
    joinableStartCash: (): Cents =>
      season?.status === 'active' ? readCents(season.startCash) : nextStartCash(),
    schedule: (): Schedule => schedule,
    /** Calls `listener` when the newest season, schedule or a detail changes. @returns a function that unsubscribes */
    onChange(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Reads the seasons again. The read begins after the call, so it includes every earlier change. */
    refresh: (): Promise<void> => refresh(),
  };
}

/** Returns when the next season starts: the planned time, or the admins' text without a plan; null without either. */
export function nextStartOrNull(
  { seasons }: { seasons: Pick<Seasons, 'details' | 'schedule'> },
  reader: { locale: Locale; zone: string },
): string | null {
  const { startsAt } = seasons.schedule();
  if (startsAt !== null) return formatMoment(startsAt, reader);
  const date = seasons.details().nextCompetitionDate.trim();
  return date === '' || date === NO_NEXT_DATE ? null : date;
}
