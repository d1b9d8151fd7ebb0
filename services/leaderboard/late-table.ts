/**
 * The leaderboard that other traders read while a season hides open positions: a snapshot at least 15 minutes old,
 * replaced every 15 minutes. Live totals regressed on prices give the positions away, and so does a delayed stream of them.
 */
import { type Leaderboard, restoreLeaderboard, unrankedLeaderboard } from '#core/leaderboard/leaderboard.ts';
import { readCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import type { Sql } from '#db/client.ts';
import { lateMoments, readLateTable, writeLateTable } from '#db/queries/leaderboard/stored-tables.ts';
import { hidesOthers } from '../account/privacy.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Seasons } from '../season/seasons.ts';
import { createPages } from './pages.ts';
import type { Table } from './replica.ts';
import { partsOf } from './stored-table.ts';

/** Interval of snapshots, and the least age of a published one, ms. */
const LATE_MS = 900_000;
/** Interval of queries for a newer snapshot, ms. */
const QUERY_MS = 10_000;

type Deps = {
  sql: Sql;
  clock: Clock;
  seasons: Pick<Seasons, 'current' | 'details'>;
  log: Pick<Log, 'warn'>;
};

/** A published table. `madeAt`: when its snapshot was taken, epoch ms; 0: the start of the season. */
type Published = { table: Table; madeAt: number };

/**
 * The table before the first snapshot is old enough: every trader with the start cash, nobody ranked.
 * @param current returned unless the season or the number of traders has changed
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

export function createLateTable({ sql, clock, seasons, log }: Deps) {
  const pages = createPages(sql);
  let current: Published | null = null;
  let queryAt = Number.NEGATIVE_INFINITY;
  let takeAt = Number.NEGATIVE_INFINITY;

  /** Replaces the published table by the newest snapshot that is old enough. @param live the newest table */
  async function advance(live: Table, startCash: Cents): Promise<void> {
    const { leaderboard, pass } = live;
    if (!leaderboard) return;
    const isOther = current?.table.pass.seasonId !== pass.seasonId;
    const now = clock.now();
    if (isOther || now >= queryAt) {
      queryAt = now + QUERY_MS;
      const madeAt = (await lateMoments(sql, pass.seasonId)).find((moment) => moment <= now - LATE_MS);
      const snapshot =
        madeAt !== undefined && (isOther || current?.madeAt !== madeAt)
          ? await readLateTable(sql, pass.seasonId, madeAt)
          : null;
      if (snapshot) {
        const { generation, totals, parts } = snapshot;
        const head = { ...pass, generation, madeAt: snapshot.madeAt };
        const restored = restoreLeaderboard(totals, parts);
        current = { madeAt: snapshot.madeAt, table: { pass: head, ...totals, leaderboard: restored } };
        return;
      }
    }
    if (!current || current.madeAt === 0 || current.table.pass.seasonId !== pass.seasonId)
      current = startTable(current, { ...live, leaderboard }, startCash);
  }

  return {
    /** The published table; null before the first one. */
    table: (): Table | null => current?.table ?? null,

    /** Stores `table` as a snapshot when the newest one of its season is a quarter of an hour old. */
    async take({ pass, leaderboard }: Table): Promise<void> {
      const now = clock.now();
      if (!leaderboard || now < takeAt) return;
      const { seasonId, generation } = pass;
      const moments = await lateMoments(sql, seasonId);
      takeAt = (moments[0] ?? now - LATE_MS) + LATE_MS;
      if (now < takeAt) return;
      const parts = partsOf(leaderboard);
      if (!parts) return;
      const { traders, ranked, disqualified } = leaderboard;
      const totals = { traders, ranked, disqualified };
      await writeLateTable(sql, seasonId, { madeAt: now, generation, totals, parts }, moments[0] ?? now);
      takeAt = now + LATE_MS;
    },

    /** The rows of a page of `table()`. */
    rows: pages.rows,
    /** Drops cached pages after names or logos changed. */
    forgetPeople: pages.clear,

    /** Replaces the published table when a newer snapshot is old enough, while positions are hidden. @param live the newest table */
    async follow(live: Table): Promise<void> {
      const season = seasons.current();
      if (!season || !hidesOthers(seasons, { isAdmin: false })) return;
      const previous = current;
      await advance(live, readCents(season.startCash)).catch((err: unknown) =>
        log.warn({ err }, 'the snapshot of the leaderboard could not be read'),
      );
      if (current !== previous) pages.clear();
    },
  };
}
