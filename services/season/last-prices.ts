/** The end of a game: its working orders, and the one price of each held symbol that values its positions for ever. */
import { fail } from '#core/refusals/refusals.ts';
import type { Transaction } from '#db/client.ts';
import { heldSymbols, readMarks } from '#db/queries/market/prices.ts';
import { writeSeasonMarks } from '#db/queries/season/closing.ts';
import { endSeason } from '#db/queries/season/seasons.ts';
import type { Market } from '#market/market.ts';
import { jumpedPrices, splitCheck } from '../market/price-check.ts';
import { quotesNow } from '../market/quotes.ts';

export type EndDeps = {
  market: Pick<Market, 'quotes' | 'capabilities' | 'now'>;
  /** Settles the working orders of a game that ends at an instant, in its transaction. */
  onSeasonEnd?: (tx: Transaction, seasonId: number, at: Date) => Promise<void>;
};

/**
 * Ends a game, public or private: settles and cancels its working orders, stores one last price for every held symbol, and sets its
 * status. The caller has locked its row.
 * @throws UNAVAILABLE when a held symbol never had a price, SPLIT_CHECK
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
  // a result is final: never freeze it at a price that may be of a split share
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
