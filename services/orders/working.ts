/** The orders a process waits with: taken in as they change, given up to whoever fills them as prices reach them. */
import { firstMeeting } from '#core/orders/meeting.ts';
import type { WatchedOrder } from '#core/orders/order.ts';
import type { OwnedOrder } from '#db/queries/orders/engine.ts';
import type { Desk } from './desk.ts';
import { isTaken, Levels } from './levels.ts';

/** Orders remembered as taken in; one that is taken in twice costs a look in vain. */
const MOST_KNOWN = 500_000;

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
    return [...this.#levels.symbols];
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
      const name = `${order.id} ${order.rev} ${order.status}`;
      if (this.#known.has(name)) continue;
      this.#known.add(name);
      if (this.#isPastDue(order, cursor)) due.add(userId);
      this.#levels.add(userId, this.#desk.marked(order, cursor));
    }
  }

  #isPastDue(order: WatchedOrder, cursor: number): boolean {
    const from = order.activeFrom ?? cursor;
    if (from >= cursor) return false;
    if (order.type === 'trailing_stop') return true;
    return firstMeeting(order, this.#desk.path(order.symbol, from, cursor), cursor).meeting !== null;
  }

  /** Adds to `due` whose orders prices between two instants (epoch ms of the market's clock) may have reached. */
  reach(from: number, to: number, due: Set<number>): void {
    for (const symbol of this.#levels.symbols) this.#reachOf(symbol, from, to, due);
  }

  #reachOf(symbol: string, from: number, to: number, due: Set<number>): void {
    let [low, high] = [Number.POSITIVE_INFINITY, 0];
    for (const stretch of this.#desk.path(symbol, from, to)) {
      const [a, b] = [Number(stretch.from), Number(stretch.to)];
      low = Math.min(low, a, b);
      high = Math.max(high, a, b);
    }
    if (high === 0 || !this.#levels.reach(symbol, low, high, due)) return;
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
