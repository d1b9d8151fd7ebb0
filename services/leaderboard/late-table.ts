/**
 * Snapshots of the leaderboard. Pages compare places with the day's first snapshot. While a season hides open
 * positions, traders read a snapshot at least 15 minutes old, and get a newer one every 15 minutes. Live totals, and
 * delayed but frequent totals, would reveal positions by a regression on prices. While the table is frozen, traders
 * read the table of the moment when the freeze began.
 */
import { type Leaderboard, restoreLeaderboard, unrankedLeaderboard } from '#core/leaderboard/leaderboard.ts';
import { readCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import type { Sql } from '#db/client.ts';
import { lateMoments, readLateTable, writeLateTable } from '#db/queries/leaderboard/stored-tables.ts';
import { hidesOthers, VISITOR } from '../account/privacy.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Seasons } from '../season/seasons.ts';
import { createPages, type DayStart, partsOf } from './pages.ts';
import type { Table } from './replica.ts';

/** Interval of snapshots, and the least age of a published snapshot, ms. */
const LATE_MS = 900_000;
/** Interval of queries for a newer snapshot, ms. */
const QUERY_MS = 10_000;
const DAY_MS = 86_400_000;

type Deps = {
  sql: Sql;
  clock: Clock;
  seasons: Pick<Seasons, 'current' | 'details' | 'hidesOpen' | 'frozenSince'>;
  log: Pick<Log, 'warn'>;
  /** Returns the newest exact table; null before the first table. */
  newestTable: () => Table | null;
};

/** Returns the earliest of `moments` (newest first) from `since` on, epoch ms; undefined without one. */
const firstSince = (moments: readonly number[], since: number): number | undefined =>
  moments.findLast((moment) => moment >= since);

/** Returns the earliest of `moments` (newest first) on the day of `now` (UTC), epoch ms; undefined without one. */
const firstOfDay = (moments: readonly number[], now: number): number | undefined =>
  firstSince(moments, now - (now % DAY_MS));

type Hiding = Pick<Seasons, 'details' | 'frozenSince'>;

/** Returns the snapshot of `moments` (newest first) that other traders may read, epoch ms; undefined without one. */
function publicMoment(
  moments: readonly number[],
  { details, frozenSince }: Hiding,
  now: number,
): number | undefined {
  const since = frozenSince();
  const newest = (since === null ? undefined : firstSince(moments, since)) ?? now;
  const latest = details().rules.hideOpen ? Math.min(newest, now - LATE_MS) : newest;
  return moments.find((moment) => moment <= latest);
}

/**
 * True when a snapshot is due: the first of a day, one each quarter of an hour while positions are hidden, or one of
 * the table at the start of a freeze.
 */
function isDue(moments: readonly number[], { frozenSince }: Hiding, isHidden: boolean, now: number): boolean {
  const since = frozenSince();
  if (since !== null) return firstSince(moments, since) === undefined;
  return isHidden ? now >= (moments[0] ?? 0) + LATE_MS : firstOfDay(moments, now) === undefined;
}

/** Holds the first snapshot of the day (UTC), with which the leaderboard compares places. */
function createDayStart(sql: Sql) {
  let start: { madeAt: number; seasonId: number; leaderboard: Leaderboard } | null = null;

  return {
    /** Returns a season's first snapshot of the day, or the previous day's until today's is read; null without any. */
    of: (seasonId: number) => (start?.seasonId === seasonId ? start : null),

    /** Reads the day's first snapshot unless it is the one in memory. @returns true when it was read */
    async advance(moments: readonly number[], seasonId: number, now: number): Promise<boolean> {
      const madeAt = firstOfDay(moments, now);
      if (madeAt === undefined || (start?.madeAt === madeAt && start.seasonId === seasonId)) return false;
      const snapshot = await readLateTable(sql, seasonId, madeAt);
      if (!snapshot) return false;
      start = { madeAt, seasonId, leaderboard: restoreLeaderboard(snapshot.totals, snapshot.parts) };
      return true;
    },
  };
}

/** `madeAt`: time of the snapshot, epoch ms; 0: the start of the season. */
type Published = { table: Table; madeAt: number };

/**
 * Returns the table to publish until a snapshot is old enough: every trader with the start cash, nobody ranked.
 * @param current returned unchanged when it is such a table of the same season with as many traders
 */
function startTable(
  current: Published | null,
  { pass, traders, leaderboard }: Table & { leaderboard: Leaderboard },
  startCash: Cents,
): Published {
  const isSame = current?.table.pass.seasonId === pass.seasonId && current.table.traders === traders;
  if (current?.madeAt === 0 && isSame) return current;
  const users = [...leaderboard.rows(1, traders)].map((row) => row.userId).sort((a, b) => a - b);
  const head = { ...pass, generation: 0, madeAt: 0 };
  const unranked = unrankedLeaderboard(users, startCash);
  return { madeAt: 0, table: { pass: head, ranked: 0, traders, leaderboard: unranked } };
}

/** Reads a snapshot by its time (epoch ms); null when it was deleted. @param pass the newest pass */
async function readPublished(sql: Sql, pass: Table['pass'], madeAt: number): Promise<Published | null> {
  const snapshot = await readLateTable(sql, pass.seasonId, madeAt);
  if (!snapshot) return null;
  const { generation, totals, parts } = snapshot;
  const leaderboard = restoreLeaderboard(totals, parts);
  return { madeAt, table: { pass: { ...pass, generation, madeAt }, ...totals, leaderboard } };
}

/**
 * Stores a table as the snapshot of `now`. Deletes all `moments` but the newest and the day's first. Skips a table
 * with amounts beyond a safe integer.
 */
async function store(
  sql: Sql,
  { pass, leaderboard }: { pass: Table['pass']; leaderboard: Leaderboard },
  now: number,
  moments: readonly number[],
): Promise<void> {
  const parts = partsOf(leaderboard);
  if (!parts) return;
  const { traders, ranked, disqualified } = leaderboard;
  const totals = { traders, ranked, disqualified };
  const snapshot = { madeAt: now, generation: pass.generation, totals, parts };
  await writeLateTable(sql, pass.seasonId, snapshot, moments[0] ?? now, firstOfDay(moments, now) ?? now);
}

/**
 * Holds the table of the freeze until its snapshot is stored and read, which takes seconds. The table is copied,
 * because ranking reuses the memory of an older table.
 */
function createFreeze(seasons: Deps['seasons'], newestTable: Deps['newestTable']) {
  let held: { since: number; table: Table } | null = null;

  const publishedTable = (): Table | null => {
    const table = newestTable();
    return table?.leaderboard && table.pass.seasonId === seasons.current()?.id ? table : null;
  };

  /** Returns when the freeze began, epoch ms; null without a freeze, and while the season hides open positions. */
  const since = (): number | null => (seasons.details().rules.hideOpen ? null : seasons.frozenSince());

  return {
    /** Copies the visible table once the freeze has begun. Must be called before a newer table becomes visible. */
    hold(): void {
      const frozenAt = since();
      if (frozenAt === null) held = null;
      if (frozenAt === null || held?.since === frozenAt) return;
      const table = publishedTable();
      const parts = table && partsOf(table.leaderboard!);
      if (!parts) return;
      const { traders, ranked, disqualified } = table.leaderboard!;
      const leaderboard = restoreLeaderboard({ traders, ranked, disqualified }, parts);
      held = { since: frozenAt, table: { ...table, leaderboard } };
    },

    /** Returns the table of the freeze; null without a freeze, or when `published` is its snapshot. */
    table(published: Published | null): Table | null {
      const frozenAt = since();
      if (frozenAt === null) return null;
      const isOfSeason = published?.table.pass.seasonId === seasons.current()?.id;
      if (isOfSeason && published!.madeAt >= frozenAt) return null;
      return held?.since === frozenAt ? held.table : publishedTable();
    },
  };
}

export function createLateTable({ sql, clock, seasons, log, newestTable }: Deps) {
  let current: Published | null = null;
  const freeze = createFreeze(seasons, newestTable);
  const dayStart = createDayStart(sql);
  let queryAt = Number.NEGATIVE_INFINITY;
  let takeAt = Number.NEGATIVE_INFINITY;

  /** Returns the day's first snapshot for a table; null without a snapshot, and for a late table until it is public. */
  const startFor: DayStart = ({ pass }) => {
    const start = dayStart.of(pass.seasonId);
    const isLate = current?.table.pass === pass;
    return start && (!isLate || start.madeAt <= current!.madeAt) ? start.leaderboard : null;
  };
  const pages = createPages(sql, startFor);

  /** Publishes the newest snapshot that is old enough. @param live the newest table */
  async function advance(live: Table, startCash: Cents, moments: readonly number[] | null): Promise<void> {
    const { leaderboard, pass } = live;
    if (!leaderboard) return;
    const isOther = current?.table.pass.seasonId !== pass.seasonId;
    const now = clock.now();
    if (moments) {
      const madeAt = publicMoment(moments, seasons, now);
      const isNew = madeAt !== undefined && (isOther || current?.madeAt !== madeAt);
      const published = isNew ? await readPublished(sql, pass, madeAt) : null;
      if (published) {
        current = published;
        return;
      }
    }
    if (!current || current.madeAt === 0 || current.table.pass.seasonId !== pass.seasonId)
      current = startTable(current, { ...live, leaderboard }, startCash);
  }

  return {
    /** Returns the table that other traders read; null before the first table. */
    table: (): Table | null => freeze.table(current) ?? current?.table ?? null,

    /** Stores `live`, or during a freeze the frozen table, when a snapshot is due. Queries at most once in QUERY_MS. */
    async take(live: Table, isHidden: boolean): Promise<void> {
      const now = clock.now();
      const { pass, leaderboard } = freeze.table(current) ?? live;
      if (!leaderboard || now < takeAt) return;
      const moments = await lateMoments(sql, pass.seasonId);
      // the next query follows soon, because an admin may hide positions at any time
      takeAt = now + QUERY_MS;
      if (!isDue(moments, seasons, isHidden, now)) return;
      await store(sql, { pass, leaderboard }, now, moments);
    },

    rows: pages.rows,
    of: pages.of,
    /** The live table also compares its places with the day's first snapshot. */
    startFor,
    /** Must be called after names or logos changed. */
    forgetPeople: pages.clear,

    /**
     * Reads newer snapshots, at most once in QUERY_MS: the day's first snapshot, and the snapshot to publish while
     * positions are hidden.
     * @param live the newest table
     */
    async follow(live: Table): Promise<void> {
      const season = seasons.current();
      if (!season || !live.leaderboard) return;
      freeze.hold();
      try {
        const now = clock.now();
        const { seasonId } = live.pass;
        const isHidden = hidesOthers(seasons, VISITOR);
        const isOther = isHidden && current?.table.pass.seasonId !== seasonId;
        const moments = isOther || now >= queryAt ? await lateMoments(sql, seasonId) : null;
        if (moments) queryAt = now + QUERY_MS;
        const previous = current;
        const hasNewDay = moments !== null && (await dayStart.advance(moments, seasonId, now));
        if (isHidden) await advance(live, readCents(season.startCash), moments);
        if (current !== previous || hasNewDay) pages.clear();
      } catch (err) {
        log.warn({ err }, 'a snapshot of the leaderboard could not be read');
      }
    },
  };
}
