/** Applies splits in a season's proof: each between the fills before and after it, by its recorded ratio. */
import { readQuantity, writeEntry, writeQuantity } from '#core/money/money.ts';
import type { Replayed } from '#core/trading/audit.ts';
import { splitPosition } from '#core/trading/split.ts';
import type { SeasonSplit } from '#db/queries/trading/splits.ts';
import { compare, SeasonDiffersError } from './difference.ts';

/** @returns applies a trader's splits from before a fill, or all that are left */
export function splitPlayer(splits: readonly SeasonSplit[], played: ReadonlyMap<number, Replayed>) {
  const waiting = Map.groupBy(splits, (split) => split.userId);

  function playOne(split: SeasonSplit): void {
    const { symbol, date, username } = split;
    const name = `The split of ${symbol} on ${date} for ${username}`;
    const open = played.get(split.userId)?.open.get(symbol);
    if (!open) throw new SeasonDiffersError(`${name} has no position.`);
    const after = splitPosition(open.position, split, readQuantity(split.quantitySince));
    compare(
      name,
      { before: split.quantityBefore, after: split.quantityAfter, entry: split.entryAfter },
      {
        before: writeQuantity(open.position.quantity),
        after: writeQuantity(after.quantity),
        entry: writeEntry(after.entry),
      },
    );
    open.position = after;
  }

  return {
    upTo(userId: number, fillId: bigint): void {
      const traderSplits = waiting.get(userId) ?? [];
      while (traderSplits[0] && traderSplits[0].afterFill < fillId) playOne(traderSplits.shift()!);
    },
    rest(): void {
      for (const traderSplits of waiting.values()) for (const split of traderSplits.splice(0)) playOne(split);
    },
  };
}
