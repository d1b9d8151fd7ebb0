/** The final table as it must be, computed from the fills, against the one that was written. */
import { Board, STATUS } from '#core/leaderboard/board.ts';
import { finalStandings, rank } from '#core/leaderboard/leaderboard.ts';
import type { FinalStanding } from '#core/leaderboard/standing.ts';
import { readCents, writeCents } from '#core/money/money.ts';
import { beginReplay, type Replayed, replayedEquity } from '#core/trading/audit.ts';
import type { Sql } from '#db/client.ts';
import { type Result, resultRows } from '#db/queries/season/results.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import type { AccountRow } from '#db/queries/verify.ts';
import { compare, SeasonDiffersError } from './difference.ts';

const ALL = 2_147_483_647;
/** In a millisecond. */
const MICROSECONDS = 1000;

/** @param marks the season's last prices @returns how many rows were checked @throws SeasonDiffersError */
export async function checkResults(
  sql: Sql,
  season: SeasonRow,
  accounts: readonly AccountRow[],
  played: ReadonlyMap<number, Replayed>,
  marks: ReadonlyMap<string, bigint>,
): Promise<number> {
  const results = await resultRows(sql, season.id, 1, ALL);
  const there = new Set(results.map((r) => r.userId));
  const missing = accounts.find((a) => !a.isAdmin && !there.has(a.userId));
  if (missing) throw new SeasonDiffersError(`The result of ${missing.username} is missing.`);
  const board = new Board();
  for (const { userId, disqualified } of results) {
    const account = played.get(userId) ?? beginReplay(readCents(season.startCash));
    board.setAccount({
      userId,
      cash: replayedEquity(account, marks),
      realised: account.realised,
      trades: account.trades,
      lastTradeAt: account.lastTradeAt === null ? null : account.lastTradeAt * MICROSECONDS,
      status: disqualified === null ? STATUS.trader : STATUS.disqualified,
    });
  }
  // what is open is in the equity already
  const table = rank(board, new Map());
  const written = new Map(results.map((result) => [result.userId, result]));
  for (const standing of finalStandings(table, board)) checkRow(written.get(standing.userId)!, standing);
  return table.traders;
}

function checkRow(r: Result, standing: FinalStanding): void {
  const { rowNumber, place, rank, equity, realised, trades } = standing;
  compare(
    `The result of ${r.username} (place ${r.place})`,
    {
      ...{ equity: r.equity, realised: r.realised, trades: r.trades, ranked: r.ranked },
      ...{ row: r.rowNumber, place: r.place, rank: r.rank as string },
    },
    {
      ...{ equity: writeCents(equity), realised: writeCents(realised), trades, ranked: place !== null },
      ...{ row: rowNumber, place: place ?? rowNumber, rank },
    },
  );
}
