/** What every account of a board is worth at one set of marks: the sums of core/trading/pnl.ts `worth`, in doubles where they are exact. */

import { asEntry, costOf, safeCost, safeNotional, safeNotionalAt, safeProceeds } from '../money/money.ts';
import { add, type Cents, type PriceE4, priceE4 } from '../money/units.ts';
import { type MarginState, marginState } from '../trading/margin.ts';
import { worth } from '../trading/pnl.ts';
import type { Amounts } from './amounts.ts';
import type { Board } from './board.ts';

/** Positions valued between two breaks. */
const STRIDE = 250_000;
/** Two amounts up to here add up exactly. */
const MOST_EXACT = 2 ** 52;

/** Newest price by symbol; a position without one counts at cost. */
export type MarkPrices = ReadonlyMap<string, PriceE4>;
/** An account whose equity is thin for its shorts: cents. */
export type ThinAccount = { userId: number; equity: Cents; shorts: Cents; state: Exclude<MarginState, 'ok'> };

/** Writes the equity of every account, never below 0. Yields now and then. @returns who is to be warned or covered by force */
export function* valueBoard(
  board: Board,
  marks: MarkPrices,
  equity: Amounts<Cents>,
): Generator<void, ThinAccount[]> {
  const prices = Float64Array.from(board.symbols, (symbol) => safePrice(marks.get(symbol)));
  board.cash.copyTo(equity, board.accounts);
  const { shorts } = board.scratch();
  shorts.fill(0);
  const inexact = new Set<number>();
  for (let from = 0; from < board.positionsEnd; from += STRIDE) {
    addPositions(board, prices, equity.values, shorts, inexact, from);
    yield;
  }
  const thin: ThinAccount[] = [];
  for (const slot of slotsToLookAt(equity.values, shorts, board.accounts, inexact)) {
    const exact = valueExactly(board, marks, slot);
    equity.set(slot, exact.equity);
    const state = marginState(exact.equity, exact.shorts);
    if (state !== 'ok') thin.push({ userId: board.slots.users[slot]!, ...exact, state });
  }
  yield;
  return thin;
}

/** As the valuation takes it: 0 without a price, NaN for one beyond a safe double. */
function safePrice(price: PriceE4 | undefined): number {
  const near = Number(price ?? 0n);
  return Number.isSafeInteger(near) ? near : Number.NaN;
}

/** Adds up to STRIDE positions to their accounts. Who may have more than doubles add up exactly is put into `inexact`. */
function addPositions(
  board: Board,
  prices: Float64Array,
  equity: Float64Array,
  shorts: Float64Array,
  inexact: Set<number>,
  from: number,
): void {
  const { slotOf, symbolOf } = board;
  const [quantities, costs, bases] = [board.quantity.values, board.cost.values, board.basis.values];
  const end = Math.min(from + STRIDE, board.positionsEnd);
  for (let at = from; at < end; at++) {
    const slot = slotOf[at]!;
    if (slot < 0) continue;
    const price = prices[symbolOf[at]!]!;
    const quantity = quantities[at]!;
    const cost = costs[at]!;
    if (quantity < 0) shorts[slot]! += price === 0 ? cost : safeCost(price, -quantity);
    const value = price === 0 ? cost : safeWorth(price, quantity, cost, bases[at]!);
    const sum = equity[slot]! + value;
    equity[slot] = sum;
    if (!(Math.abs(value) <= MOST_EXACT && Math.abs(sum) <= MOST_EXACT)) inexact.add(slot);
  }
}

const PER_PRICE = Number(asEntry(priceE4(1n)));

/** `worth` of core/trading/pnl.ts in doubles. @param quantity negative in a short @returns NaN where they would not be exact */
function safeWorth(price: number, quantity: number, cost: number, basis: number): number {
  if (Number.isNaN(basis)) return Number.NaN;
  const isExact = basis <= 0;
  if (quantity >= 0) return isExact ? safeProceeds(price, quantity) : safeNotional(price, quantity);
  if (isExact) return 2 * cost - safeCost(price, -quantity, -2 * basis);
  return safeNotionalAt(2 * basis - price * PER_PRICE, -quantity);
}

/** The slots of `inexact` and of those who are not far above any margin. */
function slotsToLookAt(
  equity: Float64Array,
  shorts: Float64Array,
  length: number,
  inexact: Set<number>,
): Set<number> {
  for (let slot = 0; slot < length; slot++) if (!(2 * equity[slot]! >= shorts[slot]!)) inexact.add(slot);
  return inexact;
}

/** One account, by the functions everything else is valued by. */
function valueExactly(board: Board, marks: MarkPrices, slot: number): { equity: Cents; shorts: Cents } {
  let equity = board.cash.get(slot);
  let shorts: Cents = 0n;
  for (const held of board.positionsOf(slot)) {
    const { isShort, quantity, cost } = held;
    const price = marks.get(board.symbols[held.symbol]!);
    equity = add(equity, price === undefined ? cost : worth(held, price));
    if (isShort) shorts = add(shorts, price === undefined ? cost : costOf(price, quantity));
  }
  return { equity: equity > 0n ? equity : 0n, shorts };
}
