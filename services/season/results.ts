/** The final table of a season: ranked like the leaderboard, from rows read in the transaction only. */
import { Board, STATUS } from '#core/leaderboard/board.ts';
import { finalResults, rankBoard } from '#core/leaderboard/ranking.ts';
import { readPrice } from '#core/money/money.ts';
import type { Transaction } from '#db/client.ts';
import { readBoard } from '#db/queries/leaderboard/passes.ts';
import { seasonMarks } from '#db/queries/season/closing.ts';
import { finalFigures, replaceResults, writeResults } from '#db/queries/season/results.ts';

/** Writes the final table of a season from its accounts, positions and frozen prices. The season's row is locked. */
export async function freezeResults(tx: Transaction, seasonId: number): Promise<void> {
  const board = await readBoard(tx, seasonId);
  const marks = new Map((await seasonMarks(tx, seasonId)).map((m) => [m.symbol, readPrice(m.price)]));
  const table = rankBoard(board, marks);
  await writeResults(tx, seasonId, finalResults(table, board));
}

/** Ranks the final table again after a decision: figures stay, places and ranks change. */
export async function rerankResults(
  tx: Transaction,
  { id, number }: { id: number; number: number },
  at: Date,
): Promise<void> {
  const board = new Board();
  for (const { userId, equity, realised, trades, lastTradeAt, isOut } of await finalFigures(tx, id)) {
    const status = isOut ? STATUS.disqualified : STATUS.trader;
    board.setAccount({ userId, cash: equity, realised, trades, lastTradeAt, status });
  }
  const table = rankBoard(board, new Map());
  await replaceResults(tx, { id, number, at }, finalResults(table, board));
}
