/**
 * A copy of the leaderboard in the database, stored at an interval by the process that makes passes: a starting process
 * shows it until it has read all accounts.
 */
import { type Leaderboard, restoreLeaderboard } from '#core/leaderboard/leaderboard.ts';
import type { Sql } from '#db/client.ts';
import { readStoredTable, writeStoredTable } from '#db/queries/leaderboard/stored-tables.ts';
import type { Table } from './replica.ts';

/** Least pause between two copies, ms, and as a multiple of the time one takes. */
const INTERVAL_MS = 60_000;
const REST = 200;
/** Rows in one part of the copy: about 320 KB. */
const PART_ROWS = 16_384;

export function createStoredTable(sql: Sql) {
  let restUntil = 0;

  return {
    /** Stores a table that is not final, unless one was stored recently. @returns whether it is stored */
    async write({ pass, leaderboard }: Table): Promise<boolean> {
      const began = performance.now();
      if (!leaderboard || began < restUntil) return false;
      const parts = partsOf(leaderboard);
      if (parts) await writeStoredTable(sql, pass, leaderboard, parts);
      const ended = performance.now();
      restUntil = ended + Math.max(INTERVAL_MS, REST * (ended - began));
      return parts !== null;
    },

    /** Reads the stored table of a season; null without one. */
    async read(seasonId: number): Promise<Table | null> {
      const stored = await readStoredTable(sql, seasonId);
      if (!stored) return null;
      const { pass, totals, parts } = stored;
      return { pass, ...totals, leaderboard: restoreLeaderboard(totals, parts) };
    },
  };
}

/** Encodes the table; null when it has amounts beyond a safe integer. */
export function partsOf(leaderboard: Leaderboard): Uint8Array<ArrayBuffer>[] | null {
  const parts = [];
  for (let from = 1; from <= leaderboard.traders; from += PART_ROWS) {
    const part = leaderboard.bytesOf(from, Math.min(leaderboard.traders, from + PART_ROWS - 1));
    if (!part) return null;
    parts.push(part);
  }
  return parts;
}
