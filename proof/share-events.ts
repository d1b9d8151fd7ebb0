/**
 * Applies share events in a season's proof. The record of each event names a fill: splits and dividends apply after
 * that fill, renames and settlements before it.
 */
import { readQuantity, writeCents, writeEntry, writeQuantity } from '#core/money/money.ts';
import {
  add,
  type Cents,
  type DividendE6,
  negate,
  type QuantityMicros,
  subtract,
} from '#core/money/units.ts';
import type { Replayed } from '#core/trading/audit.ts';
import { dividendCash } from '#core/trading/dividend.ts';
import type { Action } from '#core/trading/position.ts';
import { type Ratio, splitPosition } from '#core/trading/split.ts';
import type { Tell } from './difference.ts';
import { type NumberedChange, type OnRename, type ReplayedFill, SymbolChanges } from './symbol-changes.ts';

/** A split of a trader's position after the fill `afterFill`. `date`: YYYY-MM-DD. */
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

/** A trader's dividend, after the fill `afterFill` and the season's first `afterSplit` splits. `date`: YYYY-MM-DD. */
export type RecordedDividend = {
  userId: number;
  username: string;
  symbol: string;
  date: string;
  perShare: DividendE6;
  /** The opening of the ex-date, epoch ms. */
  effectiveAt: number;
  afterFill: bigint;
  afterSplit: number;
  /** Shares held at the opening, below zero for a short. */
  quantity: QuantityMicros;
  amount: Cents;
};

/** `since`: shares of fills since the opening, which get no dividend. */
type WaitingDividend = RecordedDividend & { since: QuantityMicros };
type Played = ReadonlyMap<number, Replayed>;
type SeenFill = ReplayedFill & { action: Action; quantity: QuantityMicros };

/** Returns the shares that an action adds, below zero for `sell` and `short`. */
const signed = (action: Action, quantity: QuantityMicros): QuantityMicros =>
  action === 'buy' || action === 'cover' ? quantity : negate(quantity);

/**
 * Creates an object that replays the share events of a season.
 * @param onRename called for each position that moves to a new symbol
 */
export function shareEventPlayer(
  splits: readonly RecordedSplit[],
  dividends: readonly RecordedDividend[],
  changes: readonly NumberedChange[],
  played: Played,
  tell: Tell,
  onRename?: OnRename,
) {
  const symbolChanges = new SymbolChanges(changes, played, tell, onRename);
  const splitsOf = Map.groupBy(
    splits.map((split, n) => ({ ...split, n: n + 1 })),
    (split) => split.userId,
  );
  const dividendsOf = Map.groupBy(
    dividends.map((dividend): WaitingDividend => ({ ...dividend, since: 0n })),
    (dividend) => dividend.userId,
  );

  /**
   * Applies a trader's next split or dividend.
   * @param fillId applies only an event before this fill; null: any event @returns false when no event is due
   */
  function playNext(userId: number, fillId: bigint | null): boolean {
    const isDue = (event: { afterFill: bigint } | undefined) =>
      event !== undefined && (fillId === null || event.afterFill < fillId);
    const [split, dividend] = [splitsOf.get(userId)?.[0], dividendsOf.get(userId)?.[0]];
    const isDividend = dividend && (!split || dividend.afterSplit < split.n);
    if (!isDue(isDividend ? dividend : split)) return false;
    if (isDividend) playDividend(dividendsOf.get(userId)!.shift()!, played, symbolChanges, tell);
    else playSplit(splitsOf.get(userId)!.shift()!, played, symbolChanges, tell);
    return true;
  }

  return {
    upTo(userId: number, fillId: bigint): void {
      symbolChanges.upTo(fillId);
      while (playNext(userId, fillId));
    },
    /** Notes a replayed fill: shares of fills since the opening of an ex-date get no dividend. */
    saw(fill: SeenFill): void {
      const { userId, symbol, action, quantity, at } = fill;
      symbolChanges.saw(fill);
      for (const dividend of dividendsOf.get(userId) ?? [])
        if (symbolChanges.isSame(dividend.symbol, symbol) && at >= dividend.effectiveAt)
          dividend.since = add(dividend.since, signed(action, quantity));
    },
    rest(): void {
      symbolChanges.upTo(null);
      for (const userId of new Set([...splitsOf.keys(), ...dividendsOf.keys()]))
        while (playNext(userId, null));
    },
  };
}

function playSplit(split: RecordedSplit, played: Played, changes: SymbolChanges, tell: Tell): void {
  const { symbol, date, username, quantityBefore, quantityAfter, entryAfter } = split;
  const name = `The split of ${symbol} on ${date} for ${username}`;
  const place = { kind: 'fill', id: `${split.afterFill}` } as const;
  const differs = (is: string, should: string, sentence: string) =>
    tell({ step: 'fills', what: 'split', place, trader: username, symbol, is, should, sentence });
  const positions = played.get(split.userId)?.open;
  const open = positions?.get(changes.nameIn(positions, symbol));
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

function playDividend(dividend: WaitingDividend, played: Played, changes: SymbolChanges, tell: Tell): void {
  const { userId, username, symbol, date, afterFill, perShare, since } = dividend;
  const account = played.get(userId);
  const position = account?.open.get(changes.nameIn(account.open, symbol))?.position;
  const held = position?.isShort ? negate(position.quantity) : (position?.quantity ?? 0n);
  const quantity = subtract(held, since);
  const amount = dividendCash(perShare, quantity);
  for (const [key, is, should] of [
    ['shares', writeQuantity(dividend.quantity), writeQuantity(quantity)],
    ['cash', writeCents(dividend.amount), writeCents(amount)],
  ] as const)
    if (is !== should)
      tell({
        step: 'fills',
        what: 'dividend',
        place: { kind: 'fill', id: `${afterFill}` },
        trader: username,
        symbol,
        is,
        should,
        sentence: `The dividend of ${symbol} on ${date} for ${username} has ${key} ${is}; it should be ${should}.`,
      });
  if (account) account.cash = add(account.cash, amount);
}
