import type { WireOrder } from '#core/contract/orders.ts';
import {
  asEntry,
  quantityFor,
  readCents,
  readEntry,
  readPrice,
  readQuantity,
  writePrice,
} from '#core/money/money.ts';
import { add, type Cents, type PriceE4, priceE4, subtract } from '#core/money/units.ts';
import { isReached, waitsAbove } from '#core/orders/order.ts';
import { type Holding, stakeOf } from '#core/trading/holding-text.ts';
import { pnlAt, pnlBetween, tradeTotal } from '#core/trading/pnl.ts';
import type { DraftLine } from './drafts.ts';

export type Line = {
  id: string;
  /** `target` and `stop` close the position, or the position that their entry would open; other orders are `order`. */
  kind: 'position' | 'target' | 'stop' | 'order';
  /** Dollars, exact decimal string. */
  price: string;
  /** Shares, decimal string; null while unknown, as for an order of an amount of dollars. */
  quantity: string | null;
  /** Null for the position. */
  order: WireOrder | null;
  /** The entry that a held target or stop waits for. */
  entry?: WireOrder;
  /** The price of `order` that dragging changes; null for a trailing stop, and without an order. */
  movable: 'limitPrice' | 'stopPrice' | null;
  /** Set for a line of the open ticket. */
  draft?: DraftLine;
};

const CLOSING = { long: 'sell', short: 'cover' } as const;

export const closingOf = ({ side }: Holding) => CLOSING[side];

function levelOf(order: WireOrder): Pick<Line, 'price' | 'movable'> | null {
  const { type, limitPrice, stopPrice, currentStop, triggeredAt } = order;
  if (type === 'trailing_stop') return currentStop === null ? null : { price: currentStop, movable: null };
  const movable = type === 'limit' || (type === 'stop_limit' && triggeredAt) ? 'limitPrice' : 'stopPrice';
  const price = movable === 'limitPrice' ? limitPrice : stopPrice;
  return price === null ? null : { price, movable };
}

function kindOf(
  { action, type, triggeredAt, role, status }: WireOrder,
  position: Holding | null,
): Line['kind'] {
  if (status === 'held') return role === 'take_profit' ? 'target' : 'stop';
  // a triggered stop-limit waits at its limit, which may be on either side of the entry
  if (!position || action !== closingOf(position) || triggeredAt) return 'order';
  return waitsAbove({ action, type, status }) === (position.side === 'long') ? 'target' : 'stop';
}

/** Returns the lines of a symbol: the position first, then the orders that have a price. */
export function linesOf(symbol: string, positions: readonly Holding[], orders: readonly WireOrder[]): Line[] {
  const position = positions.find((each) => each.symbol === symbol) ?? null;
  const lines: Line[] = [];
  if (position) {
    const { entry: price, quantity } = position;
    lines.push({ id: 'position', kind: 'position', price, quantity, order: null, movable: null });
  }
  for (const order of orders) {
    const level = order.symbol === symbol && levelOf(order);
    if (!level) continue;
    const entry = order.status === 'held' ? orders.find(({ id }) => id === order.parentId) : undefined;
    const openQuantity = entry ? entry.quantity : (position?.quantity ?? null);
    const quantity = order.closeAll ? openQuantity : order.quantity;
    lines.push({
      id: order.id,
      kind: kindOf(order, position),
      quantity,
      order,
      ...level,
      ...(entry && { entry }),
    });
  }
  return lines;
}

export const draftAsLine = (draft: DraftLine): Line => {
  const { id, kind, price } = draft;
  return { id, kind, price, quantity: null, order: null, movable: null, draft };
};

/** True when at the newest price an order moved to `price` would fill, or be refused because its stop is reached. */
export function crosses({ order, movable }: Line, price: string, newest: string | null): boolean {
  if (!order || newest === null || movable === null) return false;
  return isReached(order, readPrice(price), readPrice(newest));
}

/** Returns the profit or loss at `price`, for a line of kind `order` the total of its trade; null while size or entry is unknown. */
export function moneyAt(
  { kind, quantity, order, entry }: Line,
  position: Holding | null,
  price: string,
): Cents | null {
  if (entry) return heldPnl(entry, readPrice(price));
  if (kind === 'order') {
    if (order?.amount) return readCents(order.amount);
    return quantity === null || !order
      ? null
      : tradeTotal(order.action === 'sell', readPrice(price), readQuantity(quantity));
  }
  if (!position || quantity === null) return null;
  const held = stakeOf(position);
  const named = readQuantity(quantity);
  const isAll = named >= held.quantity;
  return pnlAt(held, isAll ? held.quantity : named, readPrice(price));
}

/** Returns the price that an entry's target and stop are compared with; null for an entry at the market. */
function entryPrice({ stopPrice, limitPrice }: WireOrder): PriceE4 | null {
  const level = stopPrice ?? limitPrice;
  return level === null ? null : readPrice(level);
}

/** Returns the profit or loss at `price` of the position that an entry would open; null without its size or price. */
function heldPnl(entry: WireOrder, price: PriceE4): Cents | null {
  const base = entryPrice(entry);
  if (base === null || base <= 0n) return null;
  const quantity = entry.amount
    ? quantityFor(readCents(entry.amount), base)
    : readQuantity(entry.quantity ?? '0');
  return pnlBetween(entry.action === 'short', base, price, quantity);
}

/** Returns the price of a held target or stop while its entry is dragged to `moved`. @param moved decimal string */
export function carriedPrice({ price, entry }: Line, moved: string): string {
  const base = entry ? entryPrice(entry) : null;
  if (base === null) return price;
  const level = add(readPrice(price), subtract(readPrice(moved), base));
  return writePrice(level > 0n ? level : priceE4(1n));
}

/** True when closing at `price` makes a profit; false at the entry. */
export function isGain(position: Holding, price: string): boolean {
  const [closing, entry] = [asEntry(readPrice(price)), readEntry(position.entry)];
  return position.side === 'long' ? closing > entry : closing < entry;
}

/**
 * Returns, for each line, whether it has a label: a line in view has one, and so have the nearest `most` beyond each
 * edge.
 * @param heights ascending, px from the top @param height of the pane, px
 */
export function labelled(heights: readonly number[], height: number, most: number): boolean[] {
  const above = heights.filter((y) => y < 0).length;
  const below = heights.findIndex((y) => y > height);
  return heights.map((_, i) => i >= above - most && (below < 0 || i < below + most));
}

/**
 * Moves labels that are closer than `gap` apart by as little as possible, and keeps all between `top` and `bottom`.
 * @param heights ascending, px
 */
export function spread(heights: readonly number[], gap: number, top: number, bottom: number): number[] {
  const places = heights.map((y) => Math.min(bottom, Math.max(top, y)));
  // each label of an overlapping pair moves by half; a few rounds suffice for a handful of labels
  for (let round = 0; round < places.length * 4; round++) {
    for (let i = 1; i < places.length; i++) {
      const missing = gap - (places[i]! - places[i - 1]!);
      if (missing <= 0) continue;
      places[i - 1] = Math.max(top, places[i - 1]! - missing / 2);
      places[i] = Math.min(bottom, places[i - 1]! + gap);
    }
  }
  return places;
}

/**
 * Like `spread`, and keeps labels `gap` away from the newest price on the axis.
 * @param fixed y of the newest price, px; null without one
 */
export function spreadBeside(
  heights: readonly number[],
  fixed: number | null,
  gap: number,
  top: number,
  bottom: number,
): number[] {
  // a price out of view blocks no label
  if (fixed === null || fixed < top || fixed > bottom) return spread(heights, gap, top, bottom);
  const above = heights.filter((y) => y < fixed);
  const below = heights.slice(above.length);
  return [...spread(above, gap, top, fixed - gap), ...spread(below, gap, fixed + gap, bottom)];
}

/**
 * Returns the price one step away, rounded to a tick. A step of a cent is 1/10,000 dollar for prices below a dollar.
 * @param step cents, or percent
 */
export function stepped(price: string, step: { cents: number } | { percent: number }): string {
  const now = Math.round(Number(price) * 10_000);
  const unit = now < 10_000 ? 1 : 100;
  const moved = 'cents' in step ? now + step.cents * unit : now * (1 + step.percent / 100);
  return toTick(Math.max(unit, moved) / 10_000);
}

/** Rounds a price of the chart to one that an order accepts. @param price dollars @returns decimal string */
export function toTick(price: number): string {
  return price < 1 ? Math.max(0.0001, price).toFixed(4) : price.toFixed(2);
}
