/** Checks the stored final table against the one computed from the fills. */
import { Board, STATUS } from '#core/leaderboard/board.ts';
import { finalResults, rankBoard } from '#core/leaderboard/ranking.ts';
import type { ResultRow } from '#core/leaderboard/row.ts';
import { readCents, writeCents } from '#core/money/money.ts';
import type { PriceE4 } from '#core/money/units.ts';
import { beginReplay, type Replayed, replayedEquity } from '#core/trading/audit.ts';
import type { Sql } from '#db/client.ts';
import type { AccountRow } from '#db/queries/proof/verify.ts';
import { resultRows, type SeasonResult } from '#db/queries/season/results.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import { compare, SeasonDiffersError } from './difference.ts';

const ALL = 2_147_483_647;
/** Microseconds in a millisecond. */
const MICROSECONDS = 1000;

/**
 * Checks the results of a stored season.
 * @param marks the season's last prices
 * @returns how many rows were checked
 * @throws SeasonDiffersError
 */
export async function checkResults(
  sql: Sql,
  season: SeasonRow,
  accounts: readonly AccountRow[],
  played: ReadonlyMap<number, Replayed>,
  marks: ReadonlyMap<string, PriceE4>,
): Promise<number> {
  const results = await resultRows(sql, season.id, 1, ALL);
  // traders who joined after the end take no part
  const late = (openedAt: Date | null) =>
    openedAt !== null && season.endedAt !== null && openedAt > season.endedAt;
  const participants = accounts.filter(({ openedAt }) => !late(openedAt));
  return checkTable(season, participants, results, played, marks);
}

/**
 * Checks a final table.
 * @param accounts all participants, and admins
 * @returns how many rows were checked
 * @throws SeasonDiffersError
 */
export function checkTable(
  season: Pick<SeasonRow, 'startCash' | 'rulesVersion'>,
  accounts: Iterable<Pick<AccountRow, 'userId' | 'username' | 'isAdmin'>>,
  results: readonly Omit<SeasonResult, 'logo' | 'isSimulated'>[],
  played: ReadonlyMap<number, Replayed>,
  marks: ReadonlyMap<string, PriceE4>,
): number {
  const there = new Set(results.map((r) => r.userId));
  for (const { userId, username, isAdmin } of accounts)
    if (!isAdmin && !there.has(userId)) throw new SeasonDiffersError(`The result of ${username} is missing.`);
  const board = new Board();
  for (const { userId, disqualified } of results) {
    const account = played.get(userId) ?? beginReplay(readCents(season.startCash), season.rulesVersion);
    board.setAccount({
      userId,
      cash: replayedEquity(account, marks),
      realised: account.realised,
      trades: account.trades,
      lastTradeAt: account.lastTradeAt === null ? null : account.lastTradeAt * MICROSECONDS,
      status: disqualified === null ? STATUS.trader : STATUS.disqualified,
    });
  }
  // open positions are in the equity already
  const table = rankBoard(board, new Map());
  const written = new Map(results.map((result) => [result.userId, result]));
  for (const standing of finalResults(table, board)) checkRow(written.get(standing.userId)!, standing);
  return table.traders;
}

function checkRow(r: Omit<SeasonResult, 'logo' | 'isSimulated'>, standing: ResultRow): void {
  const { rowNumber, place, rank, equity, realised, trades } = standing;
  compare(
    `The result of ${r.username} (place ${r.place})`,
    {
      equity: r.equity,
      realised: r.realised,
      trades: r.trades,
      ranked: r.ranked,
      row: r.rowNumber,
      place: r.place,
      rank: r.rank as string,
    },
    {
      equity: writeCents(equity),
      realised: writeCents(realised),
      trades,
      ranked: place !== null,
      row: rowNumber,
      place: place ?? rowNumber,
      rank,
    },
  );
}
