/** The live orders of a process: updated as they change, handed to the matching engine when a price reaches them. */
import { firstMeeting } from '#core/orders/meeting.ts';
import type { WatchedOrder } from '#core/orders/order.ts';
import type { OwnedOrder } from '#db/queries/orders/engine.ts';
import type { Desk } from './desk.ts';
import { isTaken, Levels, type SymbolLevels } from './levels.ts';

/** Orders remembered as taken in; one that is taken in twice costs a look in vain. */
const MOST_KNOWN = 500_000;

type OrderState = Pick<WatchedOrder, 'id' | 'rev' | 'status'>;
const nameOf = ({ id, rev, status }: OrderState) => `${id} ${rev} ${status}`;

export class WorkingOrders {
  readonly #desk: Pick<Desk, 'path' | 'marked'>;
  readonly #levels = new Levels();
  readonly #known = new Set<string>();
  /** Between which prices orders of each symbol were given up since the last look. */
  readonly #reached = new Map<string, { low: number; high: number }>();

  constructor(desk: Pick<Desk, 'path' | 'marked'>) {
    this.#desk = desk;
  }

  get symbols(): string[] {
    return Array.from(this.#levels.symbols, ({ symbol }) => symbol);
  }

  /** Entries, stale ones included. */
  get size(): number {
    return this.#levels.size;
  }

  clear(): void {
    this.#levels.clear();
    this.#known.clear();
  }

  /** Takes in orders that no price after the cursor has met yet (epoch ms of the market's clock). */
  load(orders: readonly OwnedOrder[], cursor: number): void {
    for (const { userId, order } of orders) this.#levels.add(userId, this.#desk.marked(order, cursor));
  }

  /** Takes in orders that changed; of one that began to work before the cursor the prices until there are looked at now. */
  takeIn(orders: readonly OwnedOrder[], cursor: number, due: Set<number>): void {
    if (this.#known.size > MOST_KNOWN) this.#known.clear();
    for (const { userId, order } of orders) {
      if (this.isKnown(order)) continue;
      this.#known.add(nameOf(order));
      if (this.#isPastDue(order, cursor)) due.add(userId);
      this.#levels.add(userId, this.#desk.marked(order, cursor));
    }
  }

  /** Whether an order was taken in as it is. */
  isKnown(order: OrderState): boolean {
    return this.#known.has(nameOf(order));
  }

  #isPastDue(order: WatchedOrder, cursor: number): boolean {
    const from = order.activeFrom ?? cursor;
    if (from >= cursor) return false;
    if (order.type === 'trailing_stop') return true;
    return firstMeeting(order, this.#desk.path(order.symbol, from, cursor), cursor).meeting !== null;
  }

  /** Adds to `due` whose orders prices between two instants (epoch ms of the market's clock) may have reached. */
  reach(from: number, to: number, due: Set<number>): void {
    for (const own of this.#levels.symbols) this.#reachOf(own, from, to, due);
  }

  #reachOf(own: SymbolLevels, from: number, to: number, due: Set<number>): void {
    const { symbol } = own;
    let low = Number.POSITIVE_INFINITY;
    let high = 0;
    for (const { from: first, to: last } of this.#desk.path(symbol, from, to)) {
      const a = Number(first);
      // a tick begins where it ends
      const b = first === last ? a : Number(last);
      if (a < low) low = a;
      if (b < low) low = b;
      if (a > high) high = a;
      if (b > high) high = b;
    }
    if (high === 0 || !this.#levels.reach(own, low, high, due)) return;
    const before = this.#reached.get(symbol);
    this.#reached.set(symbol, {
      low: Math.min(low, before?.low ?? low),
      high: Math.max(high, before?.high ?? high),
    });
  }

  /** Adds to `due` whose orders are over before `ms`. */
  end(ms: number, due: Set<number>): void {
    this.#levels.end(ms, due);
  }

  /** Takes in again what was given up and is still live: its price came before it began to work. */
  takeBack(userId: number, orders: Iterable<WatchedOrder>, cursor: number): void {
    for (const order of orders) {
      const prices = this.#reached.get(order.symbol);
      if (order.status !== 'held' && prices && isTaken(order, prices.low, prices.high))
        this.#levels.add(userId, this.#desk.marked(order, cursor));
    }
  }

  /** Everything given up is filled or taken back. */
  endLook(): void {
    this.#reached.clear();
  }
}
