/**
 * At which price of which symbol somebody's order may fire: enough to know whose account is to be looked at. It may name
 * a trader in vain (an order that is over by now), never leave one out. Two numbers an order, in typed arrays.
 */
import { isBuying, type WatchedOrder } from '#core/orders/order.ts';
import { Heap } from './heap.ts';
import { Trails } from './trails.ts';

export type SymbolLevels = {
  symbol: string;
  up: Heap;
  down: Heap;
  /** Of positions that are sold, and of those that are covered, whose prices are negated. */
  sells: Trails;
  covers: Trails;
};

const sizeOf = ({ up, down, sells, covers }: SymbolLevels) => up.size + down.size + sells.size + covers.size;

export class Levels {
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
export function isTaken(order: WatchedOrder, low: number, high: number): boolean {
  if (order.type === 'market' || order.type === 'trailing_stop') return true;
  const { level, isUp } = levelOf(order);
  return isUp ? level <= high : level >= low;
}
