/** Values every account of a board at one set of price marks: sums of `worth` (core/trading/pnl.ts), in doubles where these are exact. */
import { asEntry, costOf, safeCost, safeNotional, safeNotionalAt, safeProceeds } from '../money/money.ts';
import { add, type Cents, cents, type PriceE4, priceE4 } from '../money/units.ts';
import { type MarginState, marginState } from '../trading/margin.ts';
import { worth } from '../trading/pnl.ts';
import type { Amounts } from './amounts.ts';
import type { Board } from './board.ts';

/** Positions valued before the pass yields to the event loop. */
const STRIDE = 250_000;
/** Two amounts of at most this size have an exact sum in doubles. */
const MOST_EXACT = 2 ** 52;

/** Price marks by symbol; a position without one counts at cost. */
export type MarkPrices = ReadonlyMap<string, PriceE4>;
/** An account whose equity is low for its shorts, or whose cash is below zero; all amounts in cents. */
export type ThinAccount = { userId: number; equity: Cents; shorts: Cents; state: Exclude<MarginState, 'ok'> };

/** Writes the equity of every account, never below 0, and yields between steps. @returns the accounts to warn or cover by force */
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
  for (const slot of slotsToLookAt(board, equity.values, shorts, inexact)) {
    const { positions, ...exact } = valueExactly(board, marks, slot);
    equity.set(slot, exact.equity);
    const state = marginState(exact.equity, exact.shorts, board.cash.get(slot));
    if (state !== 'ok' && positions > 0) thin.push({ userId: board.slots.users[slot]!, ...exact, state });
  }
  yield;
  return thin;
}

/** Returns a price as a double: 0 without one, NaN beyond a safe double. */
function safePrice(price: PriceE4 | undefined): number {
  const double = Number(price ?? 0n);
  return Number.isSafeInteger(double) ? double : Number.NaN;
}

/** Adds up to STRIDE positions to their accounts' sums, and notes in `inexact` the slots whose sum may not be exact. */
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
  for (let index = from; index < end; index++) {
    const slot = slotOf[index]!;
    if (slot < 0) continue;
    const price = prices[symbolOf[index]!]!;
    const quantity = quantities[index]!;
    const cost = costs[index]!;
    if (quantity < 0) shorts[slot]! += price === 0 ? cost : safeCost(price, -quantity);
    const value = price === 0 ? cost : safeWorth(price, quantity, cost, bases[index]!);
    const sum = equity[slot]! + value;
    equity[slot] = sum;
    if (!(Math.abs(value) <= MOST_EXACT && Math.abs(sum) <= MOST_EXACT)) inexact.add(slot);
  }
}

const PER_PRICE = Number(asEntry(priceE4(1n)));

/** `worth` of core/trading/pnl.ts in doubles. @param quantity negative for a short @returns NaN where doubles are not exact */
function safeWorth(price: number, quantity: number, cost: number, basis: number): number {
  if (Number.isNaN(basis)) return Number.NaN;
  const isExact = basis <= 0;
  if (quantity >= 0) return isExact ? safeProceeds(price, quantity) : safeNotional(price, quantity);
  if (isExact) return 2 * cost - safeCost(price, -quantity, -2 * basis);
  return safeNotionalAt(2 * basis - price * PER_PRICE, -quantity);
}

/** Adds the slots near a margin call, or with cash below zero, to `inexact`. @returns all slots to value exactly */
function slotsToLookAt(
  { accounts, cash: { values: cash } }: Board,
  equity: Float64Array,
  shorts: Float64Array,
  inexact: Set<number>,
): Set<number> {
  for (let slot = 0; slot < accounts; slot++)
    if (!(2 * equity[slot]! >= shorts[slot]!) || cash[slot]! < 0) inexact.add(slot);
  return inexact;
}

function valueExactly(board: Board, marks: MarkPrices, slot: number) {
  let equity = board.cash.get(slot);
  let shorts: Cents = 0n;
  let positions = 0;
  for (const held of board.positionsOf(slot)) {
    const { isShort, quantity, cost } = held;
    const price = marks.get(board.symbols[held.symbol]!);
    equity = add(equity, price === undefined ? cost : worth(held, price));
    positions++;
    if (isShort) shorts = add(shorts, price === undefined ? cost : costOf(price, quantity));
  }
  return { equity: equity > 0n ? equity : cents(0n), shorts, positions };
}
