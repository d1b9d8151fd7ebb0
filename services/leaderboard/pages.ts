/** Rows of a page with the names and logos of its traders, cached until the table changes. */
import type { LeaderboardRow } from '#core/leaderboard/row.ts';
import type { Sql } from '#db/client.ts';
import { namesAndLogos } from '#db/queries/leaderboard/traders.ts';
import { resultStandings } from '#db/queries/season/results.ts';
import type { Table } from './replica.ts';

/** Pages in memory at most. */
const MAX_PAGES = 200;

export function createPages(sql: Sql) {
  let pages = new Map<string, Promise<LeaderboardRow[]>>();

  async function read(table: Table, from: number, to: number): Promise<LeaderboardRow[]> {
    if (!table.leaderboard) return await resultStandings(sql, table.pass.seasonId, from, to);
    const rows = [...table.leaderboard.rows(from, to)];
    const ids = rows.map((row) => row.userId);
    const people = await namesAndLogos(sql, ids);
    return rows.map((row) => ({
      ...row,
      ...(people.get(row.userId) ?? { username: '', logo: null, hasPage: false, isSimulated: false }),
    }));
  }

  return {
    /** Returns page `page` (from 1) of `limit` rows. */
    async rows(table: Table, page: number, limit: number): Promise<LeaderboardRow[]> {
      const key = `${page}/${limit}`;
      const cached = pages.get(key);
      if (cached) return cached;
      if (pages.size >= MAX_PAGES) pages.clear();
      const from = (page - 1) * limit + 1;
      const rows = read(table, from, from + limit - 1);
      const current = pages;
      current.set(key, rows);
      rows.catch(() => current.delete(key));
      return rows;
    },

    /** Drops all pages: the table or a logo changed. */
    clear(): void {
      pages = new Map();
    },
  };
}
