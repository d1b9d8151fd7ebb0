/**
 * Ends a game: stores its last prices and its final table. The table is ranked like the leaderboard, but from rows that
 * the transaction reads.
 */
import { Board, STATUS } from '#core/leaderboard/board.ts';
import { finalResults, rankBoard } from '#core/leaderboard/ranking.ts';
import { readPrice } from '#core/money/money.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Transaction } from '#db/client.ts';
import { readBoard } from '#db/queries/leaderboard/passes.ts';
import { heldSymbols, readMarks } from '#db/queries/market/prices.ts';
import { seasonMarks, writeSeasonMarks } from '#db/queries/season/closing.ts';
import { finalFigures, replaceResults, writeResults } from '#db/queries/season/results.ts';
import { endSeason } from '#db/queries/season/seasons.ts';
import type { Market } from '#market/market.ts';
import { jumpedPrices, splitCheck } from '../market/price-check.ts';
import { quotesNow } from '../market/quotes.ts';

export type EndDeps = {
  market: Pick<Market, 'quotes' | 'capabilities' | 'now'>;
  /** Settles and cancels the working orders of a game that ends, in its transaction. */
  onSeasonEnd?: (tx: Transaction, seasonId: number, at: Date) => Promise<void>;
};

/**
 * Ends a public or private game: settles and cancels its working orders, stores one last price for every held symbol,
 * and sets its status. The caller has locked its row.
 * @throws UNAVAILABLE when a held symbol has never had a price, SPLIT_CHECK
 */
export async function endAtLastPrices(
  { market, onSeasonEnd }: EndDeps,
  tx: Transaction,
  seasonId: number,
  endedAt: Date,
): Promise<void> {
  await onSeasonEnd?.(tx, seasonId, endedAt);
  const symbols = await heldSymbols(tx, seasonId);
  const quotes = await quotesNow(market, symbols);
  const [jumped] = (await jumpedPrices(tx, market, quotes)).keys();
  // results are final: a price that may come from a split must not enter them
  if (jumped) throw splitCheck(jumped);
  const older = await readMarks(
    tx,
    symbols.filter((symbol) => !quotes.has(symbol)),
  );
  const prices = [...quotes.values(), ...older].map(({ symbol, price, asOfMs, source }) => ({
    symbol,
    price,
    source,
    quoteAt: asOfMs === null ? null : new Date(asOfMs),
  }));
  if (prices.length < symbols.length) throw fail('UNAVAILABLE');
  await writeSeasonMarks(tx, seasonId, prices, endedAt);
  await endSeason(tx, seasonId, endedAt);
}

/** Writes a season's final table from accounts, positions and frozen prices. The caller has locked the season's row. */
export async function freezeResults(tx: Transaction, seasonId: number): Promise<void> {
  const board = await readBoard(tx, seasonId);
  const marks = new Map((await seasonMarks(tx, seasonId)).map((m) => [m.symbol, readPrice(m.price)]));
  const table = rankBoard(board, marks);
  await writeResults(tx, seasonId, finalResults(table, board));
}

/** Ranks the final table again after a decision. Figures stay; places, ranks and rows may change. */
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
