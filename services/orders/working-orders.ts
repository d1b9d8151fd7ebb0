/**
 * The prices at which orders may fire, by symbol. Every working order has an entry. An entry may also belong to an
 * order that is final by now. Each order takes two numbers in typed arrays, and two more for its expiry.
 */
import { firstMeeting } from '#core/orders/meeting.ts';
import { firesAt, hasTrail, isBuying, type WatchedOrder, waitsAbove } from '#core/orders/order.ts';
import type { OwnedOrder } from '#db/queries/orders/engine.ts';
import type { Settlement } from './settle-orders.ts';
import { Heap, Trails } from './trails.ts';

type GameOrder = Omit<OwnedOrder, 'game'>;

type SymbolLevels = {
  symbol: string;
  up: Heap;
  down: Heap;
  /** `sells`: trailing stops that sell. `covers`: trailing stops that cover, with negated prices. */
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

  /** Number of entries, including entries of orders that are final by now. */
  get size(): number {
    return this.#symbols.values().reduce((sum, symbol) => sum + sizeOf(symbol), 0);
  }

  clear(): void {
    this.#symbols.clear();
    while (this.#ends.size > 0) this.#ends.pop();
  }

  add(userId: number, order: WatchedOrder): void {
    if (order.expiresAt !== null) this.#ends.push(order.expiresAt, userId);
    // a held order can only expire
    if (order.status === 'held') return;
    let levels = this.#symbols.get(order.symbol);
    if (!levels) {
      levels = {
        symbol: order.symbol,
        up: new Heap(),
        down: new Heap(),
        sells: new Trails(),
        covers: new Trails(),
      };
      this.#symbols.set(order.symbol, levels);
    }
    if (order.type === 'market') levels.up.push(0, userId);
    else if (hasTrail(order)) addTrail(levels, userId, order);
    else {
      const { level, isUp } = levelOf(order);
      if (isUp) levels.up.push(level, userId);
      else levels.down.push(-level, userId);
    }
  }

  /**
   * Removes the orders of a symbol that may fire between two prices (1/10,000 $), in whichever sequence the prices
   * came, and adds the users of these orders to `due`.
   * @returns false when it removed no order
   */
  reach(levels: SymbolLevels, low: number, high: number, due: Set<number>): boolean {
    const { up, down, sells, covers } = levels;
    const isMet = up.top <= high || down.top <= -low;
    while (up.top <= high) due.add(up.pop());
    while (down.top <= -low) due.add(down.pop());
    const isSold = sells.reach(low, high, due);
    const isCovered = covers.reach(-high, -low, due);
    if (!(isMet || isSold || isCovered)) return false;
    if (sizeOf(levels) === 0) this.#symbols.delete(levels.symbol);
    return true;
  }

  /** Adds to `due` the users whose orders expire before `ms`. */
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

const levelOf = (order: WatchedOrder) => ({ level: Number(firesAt(order)), isUp: waitsAbove(order) });

/**
 * True when `Levels` removes this order at prices from `low` to `high`, even before the order begins to work. Always
 * true for a trailing stop: a second entry only settles the account once more.
 */
function isTaken(order: WatchedOrder, low: number, high: number): boolean {
  if (order.type === 'market' || hasTrail(order)) return true;
  const { level, isUp } = levelOf(order);
  return isUp ? level <= high : level >= low;
}

/** Most remembered order states. Beyond this number a duplicate may be added, which only settles its account again. */
const MOST_KNOWN = 500_000;

type OrderState = Pick<WatchedOrder, 'id' | 'rev' | 'status'>;
const nameOf = ({ id, rev, status }: OrderState) => `${id} ${rev} ${status}`;

/** The working orders that the engine watches: added as orders change, removed when a price may have reached them. */
export class WorkingOrders {
  readonly #settlement: Pick<Settlement, 'path' | 'marked'>;
  readonly #levels = new Levels();
  readonly #known = new Set<string>();
  /** By symbol, the range of prices that removed orders in this pass. */
  readonly #reached = new Map<string, { low: number; high: number }>();

  constructor(settlement: Pick<Settlement, 'path' | 'marked'>) {
    this.#settlement = settlement;
  }

  get symbols(): string[] {
    return Array.from(this.#levels.symbols, ({ symbol }) => symbol);
  }

  get size(): number {
    return this.#levels.size;
  }

  clear(): void {
    this.#levels.clear();
    this.#known.clear();
  }

  /** Adds orders that are matched up to the cursor (epoch ms of the market's clock). */
  load(orders: readonly GameOrder[], cursor: number): void {
    for (const { userId, order } of orders) this.#levels.add(userId, this.#settlement.marked(order, cursor));
  }

  /** Adds changed orders. Adds to `due` the users whose orders a price before the cursor may have reached. */
  takeIn(orders: readonly GameOrder[], cursor: number, due: Set<number>): void {
    if (this.#known.size > MOST_KNOWN) this.#known.clear();
    for (const { userId, order } of orders) {
      if (this.isKnown(order)) continue;
      this.#known.add(nameOf(order));
      if (this.#isPastDue(order, cursor)) due.add(userId);
      this.#levels.add(userId, this.#settlement.marked(order, cursor));
    }
  }

  /** True when the order was added in this state. */
  isKnown(order: OrderState): boolean {
    return this.#known.has(nameOf(order));
  }

  #isPastDue(order: WatchedOrder, cursor: number): boolean {
    const from = order.activeFrom ?? cursor;
    if (from >= cursor) return false;
    if (hasTrail(order)) return true;
    return firstMeeting(order, this.#settlement.path(order.symbol, from, cursor), cursor).meeting !== null;
  }

  /** Adds to `due` the users whose orders a price may have reached. @param from epoch ms of the market's clock */
  reach(from: number, to: number, due: Set<number>): void {
    for (const levels of this.#levels.symbols) this.#reachOf(levels, from, to, due);
  }

  #reachOf(levels: SymbolLevels, from: number, to: number, due: Set<number>): void {
    const { symbol } = levels;
    let low = Number.POSITIVE_INFINITY;
    let high = 0;
    for (const { from: first, to: last } of this.#settlement.path(symbol, from, to)) {
      const a = Number(first);
      const b = first === last ? a : Number(last);
      if (a < low) low = a;
      if (b < low) low = b;
      if (a > high) high = a;
      if (b > high) high = b;
    }
    if (high === 0 || !this.#levels.reach(levels, low, high, due)) return;
    const previous = this.#reached.get(symbol);
    this.#reached.set(symbol, {
      low: Math.min(low, previous?.low ?? low),
      high: Math.max(high, previous?.high ?? high),
    });
  }

  end(ms: number, due: Set<number>): void {
    this.#levels.end(ms, due);
  }

  /** Adds again the removed orders that still work: they began to work only after the price that removed them. */
  takeBack(userId: number, orders: Iterable<WatchedOrder>, cursor: number): void {
    for (const order of orders) {
      const prices = this.#reached.get(order.symbol);
      if (order.status !== 'held' && prices && isTaken(order, prices.low, prices.high))
        this.#levels.add(userId, this.#settlement.marked(order, cursor));
    }
  }

  /** Ends a pass: every removed order is filled or added again. */
  endLook(): void {
    this.#reached.clear();
  }
}
