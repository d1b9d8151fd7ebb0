import { firstMeeting } from '#core/orders/meeting.ts';
import { isBuying, type WatchedOrder } from '#core/orders/order.ts';
import type { OwnedOrder } from '#db/queries/orders/engine.ts';
import type { Desk } from './desk.ts';
import { Heap, Trails } from './trails.ts';

/**
 * At which price of which symbol somebody's order may fire: enough to know whose account is to be looked at. It may name
 * a trader in vain (an order that is over by now), never leave one out. Two numbers an order, in typed arrays.
 */

type SymbolLevels = {
  symbol: string;
  up: Heap;
  down: Heap;
  /** Of positions that are sold, and of those that are covered, whose prices are negated. */
  sells: Trails;
  covers: Trails;
};

const sizeOf = ({ up, down, sells, covers }: SymbolLevels) => up.size + down.size + sells.size + covers.size;

class Levels {
  readonly #symbols = new Map<string, SymbolLevels>();
  readonly #ends = new Heap();

  get symbols(): Iterable<SymbolLevels> {
    return this.#symbols.values();
  }

  /** Entries, stale ones included. */
  get size(): number {
    return this.#symbols.values().reduce((sum, symbol) => sum + sizeOf(symbol), 0);
  }

  clear(): void {
    this.#symbols.clear();
    while (this.#ends.size > 0) this.#ends.pop();
  }

  add(userId: number, order: WatchedOrder): void {
    let own = this.#symbols.get(order.symbol);
    if (!own) {
      own = {
        symbol: order.symbol,
        up: new Heap(),
        down: new Heap(),
        sells: new Trails(),
        covers: new Trails(),
      };
      this.#symbols.set(order.symbol, own);
    }
    if (order.expiresAt !== null) this.#ends.push(order.expiresAt, userId);
    if (order.type === 'market') own.up.push(0, userId);
    else if (order.type === 'trailing_stop') addTrail(own, userId, order);
    else {
      const { level, isUp } = levelOf(order);
      if (isUp) own.up.push(level, userId);
      else own.down.push(-level, userId);
    }
  }

  /**
   * Adds to `due` whose orders of a symbol (`own`) may fire between two prices (1/10,000 $), whichever comes first.
   * @returns false when it reached none, which costs four comparisons
   */
  reach(own: SymbolLevels, low: number, high: number, due: Set<number>): boolean {
    const { up, down, sells, covers } = own;
    const isMet = up.top <= high || down.top <= -low;
    while (up.top <= high) due.add(up.pop());
    while (down.top <= -low) due.add(down.pop());
    const isSold = sells.reach(low, high, due);
    const isCovered = covers.reach(-high, -low, due);
    if (!(isMet || isSold || isCovered)) return false;
    if (sizeOf(own) === 0) this.#symbols.delete(own.symbol);
    return true;
  }

  /** Adds to `due` whose orders are over before `ms`. */
  end(ms: number, due: Set<number>): void {
    while (this.#ends.top < ms) due.add(this.#ends.pop());
  }
}

function addTrail(
  { sells, covers }: SymbolLevels,
  userId: number,
  { action, trail, mark }: WatchedOrder,
): void {
  if (!trail) throw new Error('only a trailing stop has a trail');
  const best = mark === null ? Number.NEGATIVE_INFINITY : Number(mark);
  if (isBuying(action)) covers.add(userId, mark === null ? best : -best, trail);
  else sells.add(userId, best, trail);
}

/** The price an order fires at, and from which side. */
function levelOf({ action, limit, stop, status }: WatchedOrder): { level: number; isUp: boolean } {
  const isStop = stop !== null && status !== 'triggered';
  return { level: Number(isStop ? stop : limit), isUp: isBuying(action) === isStop };
}

/**
 * Whether `reach` took an order out between these prices, which may have been before it began to work. Of a trailing
 * stop it is not known: one that is in twice costs a look in vain.
 */
function isTaken(order: WatchedOrder, low: number, high: number): boolean {
  if (order.type === 'market' || order.type === 'trailing_stop') return true;
  const { level, isUp } = levelOf(order);
  return isUp ? level <= high : level >= low;
}

/** The live orders of a process: updated as they change, handed to the matching engine when a price reaches them. */

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
