/** Orders on the pure core: an account, an order, and the path of prices that it meets. */
import { readCents, readPrice, SHARE, writePrice } from '#core/money/money.ts';
import { quantityMicros } from '#core/money/units.ts';
import { advance } from '#core/orders/advance.ts';
import type { Book, Draft } from '#core/orders/book.ts';
import type { Stretch } from '#core/orders/meeting.ts';
import type { Scene } from '#core/orders/order.ts';
import type { NewOrder } from '#core/orders/place.ts';
import { openingFill, type Position } from '#core/trading/position.ts';
import { NO_RULES } from '#core/trading/season-rules.ts';

export const price = readPrice;
export const MINUTE = 60_000;

export function position(symbol: string, quantity: bigint, entry: string): Position {
  const fill = openingFill(
    null,
    symbol,
    quantity < 0n,
    quantityMicros(quantity < 0n ? -quantity : quantity),
    price(entry),
    0,
  );
  return { ...fill.position, id: 1n };
}
export const bookOf = (cash: string, ...open: Position[]): Book => ({
  cash: readCents(cash),
  startCash: readCents('100000.00'),
  rules: NO_RULES,
  version: 2,
  positions: new Map(open.map((p) => [p.symbol, p])),
  orders: new Map(),
  siteTime: (at) => at,
});
let walkCount = 0;
export const scene = (last: string, more: Partial<Scene> = {}): Scene => ({
  at: 0,
  last: price(last),
  isFresh: true,
  dayEnd: 10 * MINUTE,
  newId: () => String(++walkCount).padStart(6, '0'),
  ...more,
});
export const request = (
  action: NewOrder['action'],
  type: NewOrder['type'],
  shares: number,
  more: Partial<NewOrder> & { at?: string; stopAt?: string } = {},
): NewOrder => ({
  symbol: 'AAPL',
  action,
  type,
  tif: 'gtc',
  size: { kind: 'quantity', quantity: quantityMicros(BigInt(shares) * SHARE) },
  limit: more.at ? price(more.at) : null,
  stop: more.stopAt ? price(more.stopAt) : null,
  trail: null,
  expiresAt: null,
  clientOrderId: null,
  isQueued: false,
  takeProfit: null,
  stopLoss: null,
  oco: null,
  ...more,
});
export const ticks = (...list: [ms: number, text: string][]): Stretch[] =>
  list.map(([ms, text]) => ({ fromMs: ms, from: price(text), toMs: ms, to: price(text) }));
/** Returns the prices of a minute's bar, as the file market plays them. */
export function bar(startMs: number, ...knots: string[]): Stretch[] {
  const step = MINUTE / (knots.length - 1);
  return knots.slice(1).map((to, i) => ({
    fromMs: startMs + i * step,
    from: price(knots[i]!),
    toMs: startMs + (i + 1) * step,
    to: price(to),
  }));
}
export function walk(book: Book, path: Stretch[], to = 20 * MINUTE, from = 0) {
  const drafts: Draft[] = [...advance(book, () => path.filter((s) => s.fromMs <= to), from, to)];
  return {
    book: drafts.at(-1) ?? book,
    changes: drafts.flatMap((d) => d.changes.map(({ kind, at, order }) => [kind, at, order.reason] as const)),
    fills: drafts.flatMap((d) =>
      d.fills.map((fill) => `${fill.action} ${fill.quantity / SHARE} @ ${writePrice(fill.price)}`),
    ),
  };
}
export const long10 = () => bookOf('99000.00', position('AAPL', 10n * SHARE, '100'));
