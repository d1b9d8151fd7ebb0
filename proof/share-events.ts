/** Applies splits in a season's proof: each between the fills before and after it, by its recorded ratio. */
import { readQuantity, writeEntry, writeQuantity } from '#core/money/money.ts';
import type { Replayed } from '#core/trading/audit.ts';
import { type Ratio, splitPosition } from '#core/trading/split.ts';
import type { Tell } from './difference.ts';

/** A split of a trader's position, after a fill of that id. `date`: YYYY-MM-DD. */
export type RecordedSplit = Ratio & {
  userId: number;
  username: string;
  symbol: string;
  date: string;
  afterFill: bigint;
  quantityBefore: string;
  quantitySince: string;
  quantityAfter: string;
  entryAfter: string;
};

/** @returns applies a trader's splits from before a fill, or all that are left */
export function splitPlayer(
  splits: readonly RecordedSplit[],
  played: ReadonlyMap<number, Replayed>,
  tell: Tell,
) {
  const waiting = Map.groupBy(splits, (split) => split.userId);

  function playOne(split: RecordedSplit): void {
    const { symbol, date, username, quantityBefore, quantityAfter, entryAfter } = split;
    const name = `The split of ${symbol} on ${date} for ${username}`;
    const place = { kind: 'fill', id: `${split.afterFill}` } as const;
    const differs = (is: string, should: string, sentence: string) =>
      tell({ step: 'fills', what: 'split', place, trader: username, symbol, is, should, sentence });
    const open = played.get(split.userId)?.open.get(symbol);
    if (!open) {
      differs(quantityAfter, '', `${name} has no position.`);
      return;
    }
    const heldBefore = writeQuantity(open.position.quantity);
    const after = splitPosition(open.position, split, readQuantity(split.quantitySince));
    for (const [key, is, should] of [
      ['before', quantityBefore, heldBefore],
      ['after', quantityAfter, writeQuantity(after.quantity)],
      ['entry', entryAfter, writeEntry(after.entry)],
    ] as const)
      if (is !== should) differs(is, should, `${name} has ${key} ${is}; it should be ${should}.`);
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
