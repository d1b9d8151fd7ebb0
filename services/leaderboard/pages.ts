/** Pages of the leaderboard, and the copy of it in the database. */

import { type Cache, createCache } from '#core/cache.ts';
import { type Leaderboard, restoreLeaderboard } from '#core/leaderboard/leaderboard.ts';
import type { LeaderboardRow, RowFigures } from '#core/leaderboard/row.ts';
import type { Sql } from '#db/client.ts';
import { readStoredTable, writeStoredTable } from '#db/queries/leaderboard/stored-tables.ts';
import { namesAndLogos } from '#db/queries/leaderboard/traders.ts';
import { resultStandings, resultStandingsOf } from '#db/queries/season/results.ts';
import type { Table } from './replica.ts';

/** Least pause between two copies: in ms, and as a multiple of a copy's duration. */
const INTERVAL_MS = 60_000;
const REST = 200;
/** Rows in one part of the copy: about 320 KB. */
const PART_ROWS = 16_384;

/**
 * Creates reads and writes of a copy of the leaderboard in the database. A starting process shows the copy until it has
 * read all accounts. The process that makes passes stores the copy at an interval.
 */
export function createStoredTable(sql: Sql) {
  let restUntil = 0;

  return {
    /**
     * Stores a table that is not final, unless one was stored recently or an amount is beyond a safe integer.
     * @returns true when it was stored
     */
    async write({ pass, leaderboard }: Table): Promise<boolean> {
      const began = performance.now();
      if (!leaderboard || began < restUntil) return false;
      const parts = partsOf(leaderboard);
      if (parts) await writeStoredTable(sql, pass, leaderboard, parts);
      const ended = performance.now();
      restUntil = ended + Math.max(INTERVAL_MS, REST * (ended - began));
      return parts !== null;
    },

    async read(seasonId: number): Promise<Table | null> {
      const stored = await readStoredTable(sql, seasonId);
      if (!stored) return null;
      const { pass, totals, parts } = stored;
      return { pass, ...totals, leaderboard: restoreLeaderboard(totals, parts) };
    },
  };
}

/** Encodes the table; null when an amount is beyond a safe integer. */
export function partsOf(leaderboard: Leaderboard): Uint8Array<ArrayBuffer>[] | null {
  const parts = [];
  for (let from = 1; from <= leaderboard.traders; from += PART_ROWS) {
    const part = leaderboard.bytesOf(from, Math.min(leaderboard.traders, from + PART_ROWS - 1));
    if (!part) return null;
    parts.push(part);
  }
  return parts;
}

const MAX_PAGES = 200;
const NOBODY = { username: '', logo: null, hasPage: false, isSimulated: false };

/** Returns the snapshot with which a table's places are compared; null without a snapshot that the readers may see. */
export type DayStart = (table: Table) => Leaderboard | null;

export function createPages(sql: Sql, dayStart: DayStart) {
  // pages by table, because a request may still read the previous table
  let pagesOf = new WeakMap<Table, Cache<LeaderboardRow[]>>();

  async function read(table: Table, from: number, to: number): Promise<LeaderboardRow[]> {
    if (!table.leaderboard) return await resultStandings(sql, table.pass.seasonId, from, to);
    return await withPeople(table, [...table.leaderboard.rows(from, to)]);
  }

  async function withPeople(table: Table, rows: readonly RowFigures[]): Promise<LeaderboardRow[]> {
    const ids = rows.map((row) => row.userId);
    const people = await namesAndLogos(sql, ids);
    const start = dayStart(table);
    return rows.map((row) => {
      const startPlace = start?.rowOf(row.userId)?.place ?? null;
      return {
        ...row,
        ...(people.get(row.userId) ?? NOBODY),
        move: startPlace === null || row.place === null ? null : startPlace - row.place,
      };
    });
  }

  return {
    async rows(table: Table, page: number, limit: number): Promise<LeaderboardRow[]> {
      const pages = pagesOf.get(table) ?? createCache({ ttlMs: Number.POSITIVE_INFINITY, max: MAX_PAGES });
      pagesOf.set(table, pages);
      const from = (page - 1) * limit + 1;
      return await pages.get(`${page}/${limit}`, () => read(table, from, from + limit - 1));
    },

    /** Returns the rows of traders, best first, `limit` at most; omits traders without a row. */
    async of(table: Table, userIds: readonly number[], limit = userIds.length): Promise<LeaderboardRow[]> {
      const { leaderboard, pass } = table;
      const best = <R extends RowFigures>(rows: R[]) =>
        rows.sort((a, b) => a.rowNumber - b.rowNumber).slice(0, limit);
      if (!leaderboard) return best(await resultStandingsOf(sql, pass.seasonId, userIds));
      return await withPeople(table, best(userIds.flatMap((id) => leaderboard.rowOf(id) ?? [])));
    },

    /** Drops all pages: the table or a logo changed. */
    clear(): void {
      pagesOf = new WeakMap();
    },
  };
}
