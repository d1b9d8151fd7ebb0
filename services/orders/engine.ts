/**
 * Fills what prices make due. One process at a time holds the lease; it looks at the tape behind its cursor every 100 ms,
 * and brings the accounts up to date that a price may have reached. A process that takes over goes on where the
 * last one was: when and where a fill is computed changes nothing about it.
 */
import { firstMeeting } from '#core/orders/meeting.ts';
import type { Sql } from '#db/client.ts';
import * as db from '#db/queries/order-engine.ts';
import type { Market } from '#market/market.ts';
import type { Log } from '../platform/log.ts';
import type { Queue } from '../platform/queue.ts';
import type { Bus, BusEvent } from '../realtime/bus.ts';
import type { Desk } from './desk.ts';
import { isTaken, Levels } from './levels.ts';
import type { Observer } from './observed.ts';

const PUMP_MS = 100;
const RENEW_MS = 2_000;
/** Orders whose change was not heard of are found this often. */
const LOOK_MS = 5_000;
/** Accounts brought up to date side by side. */
const IN_FLIGHT = 16;
/** Orders remembered as taken in; one that is taken in twice costs a look in vain. */
const MOST_KNOWN = 500_000;
/** A catch-up reads the tape in pieces of this length, market ms, and lets others go first in between. */
const PIECE_MS = 60_000;
/** Prices before the lease's own mark that are looked at once more, wall-clock ms: orders are heard of within it. */
const SLACK_MS = 600_000;

type Deps = {
  sql: Sql;
  market: Pick<Market, 'path' | 'now' | 'capabilities'>;
  bus: Bus;
  queue: Queue<number>;
  desk: Desk;
  observer: Observer | null;
  log: Pick<Log, 'info' | 'warn'>;
};

export class OrderEngine {
  readonly #deps: Deps;
  readonly #holder = crypto.randomUUID();
  readonly #levels = new Levels();
  /** Ids of orders that changed, and those that were taken in lately. */
  readonly #heard = new Set<string>();
  readonly #known = new Set<string>();
  /** Between which prices each symbol went since the last look. */
  readonly #reached = new Map<string, { low: number; high: number }>();
  /** Accounts that could not be brought up to date; the lease's mark waits for them. */
  readonly #late = new Set<number>();
  #isHolder = false;
  #cursor = 0;
  #renewAt = 0;
  #lookAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;
  #unsubscribe = () => {};

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly #onEvent = (event: BusEvent): void => {
    if (event.type === 'order') this.#heard.add(event.order.id);
    if (event.type === 'gap') this.#lookAt = 0;
  };

  #reachOf(symbol: string, from: number, to: number, due: Set<number>): void {
    let [low, high] = [Number.POSITIVE_INFINITY, 0];
    for (const stretch of this.#deps.desk.path(symbol, from, to)) {
      const [a, b] = [Number(stretch.from), Number(stretch.to)];
      low = Math.min(low, a, b);
      high = Math.max(high, a, b);
    }
    if (high === 0) return;
    const before = this.#reached.get(symbol);
    this.#reached.set(symbol, {
      low: Math.min(low, before?.low ?? low),
      high: Math.max(high, before?.high ?? high),
    });
    this.#levels.reach(symbol, low, high, due);
  }

  /** Takes in orders; of one that began to work before the cursor the prices until there are looked at now. */
  #takeIn(orders: readonly db.OwnedOrder[], due: Set<number>): void {
    for (const { userId, order } of orders) {
      const name = `${order.id} ${order.rev} ${order.status}`;
      if (this.#known.has(name)) continue;
      this.#known.add(name);
      const from = order.activeFrom ?? this.#cursor;
      const isPast = from < this.#cursor && order.type !== 'trailing_stop';
      if (
        isPast &&
        firstMeeting(order, this.#deps.desk.path(order.symbol, from, this.#cursor), this.#cursor).meeting
      )
        due.add(userId);
      else if (from < this.#cursor && order.type === 'trailing_stop') due.add(userId);
      this.#levels.add(userId, this.#deps.desk.marked(order, this.#cursor));
    }
  }

  async #load(): Promise<void> {
    this.#levels.clear();
    await db.eachActiveOrder(this.#deps.sql, (orders) => {
      for (const { userId, order } of orders)
        this.#levels.add(userId, this.#deps.desk.marked(order, this.#cursor));
    });
  }

  /** @returns whether this process matches orders */
  async #hold(): Promise<boolean> {
    const done = this.#late.size === 0 ? this.#cursor : 0;
    const lease = await db.takeLease(this.#deps.sql, this.#holder, done);
    this.#renewAt = performance.now() + RENEW_MS;
    if (!lease) {
      this.#isHolder = false;
      return false;
    }
    if (!this.#isHolder) {
      this.#isHolder = true;
      this.#heard.clear();
      this.#known.clear();
      this.#late.clear();
      // a database that never matched an order has none to match
      const begin = lease.matchedTo === 0 ? this.#deps.market.now() : lease.matchedTo;
      this.#cursor = begin - SLACK_MS * this.#deps.market.capabilities.speed;
      this.#deps.observer?.began();
      await this.#load();
      this.#deps.log.info(
        { epoch: String(lease.epoch), orders: this.#levels.size, behindMs: this.#deps.market.now() - begin },
        'matching orders',
      );
    }
    return true;
  }

  /** Brings accounts up to date, some side by side. */
  async #settleAll(due: Iterable<number>, to: number): Promise<void> {
    const waiting = [...due];
    const work = async () => {
      for (let userId = waiting.pop(); userId !== undefined; userId = waiting.pop()) {
        const id = userId;
        try {
          const standing = await this.#deps.queue(id, () =>
            this.#deps.desk.settle(this.#deps.sql, id, to, this.#deps.observer?.quoted),
          );
          this.#late.delete(id);
          for (const order of standing?.book.orders.values() ?? []) {
            const prices = this.#reached.get(order.symbol);
            // its price came before it began to work: it goes on waiting
            if (order.status !== 'held' && prices && isTaken(order, prices.low, prices.high))
              this.#levels.add(id, this.#deps.desk.marked(order, to));
          }
        } catch (error) {
          if (!this.#late.has(id))
            this.#deps.log.warn({ err: error, userId: id }, 'orders of a trader could not be matched');
          this.#late.add(id);
        }
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  }

  async #pump(): Promise<void> {
    if (performance.now() >= this.#renewAt && !(await this.#hold())) return;
    if (!this.#isHolder) return;
    const due = new Set(this.#late);
    if (performance.now() >= this.#lookAt) {
      this.#lookAt = performance.now() + LOOK_MS;
      if (this.#known.size > MOST_KNOWN) this.#known.clear();
      for (const id of await db.recentlyChanged(this.#deps.sql)) this.#heard.add(id);
    }
    if (this.#heard.size > 0) {
      const ids = [...this.#heard];
      this.#heard.clear();
      this.#takeIn(await db.activeOrders(this.#deps.sql, ids), due);
    }
    await this.#deps.observer?.watch(this.#levels.symbols);
    const now = this.#deps.market.now();
    for (let from = this.#cursor; from < now; ) {
      const to = Math.min(now, from + PIECE_MS);
      for (const symbol of [...this.#levels.symbols]) this.#reachOf(symbol, from, to, due);
      from = to;
      if (from < now) await new Promise((done) => setImmediate(done));
    }
    this.#levels.end(now, due);
    if (due.size > 0) await this.#settleAll(due, now);
    this.#cursor = now;
    this.#reached.clear();
  }

  /** One look after another: the lease's mark may pass no price whose fills are still being committed. */
  #next(): Promise<void> {
    this.#running = this.#running
      .then(() => this.#pump())
      .catch((error) => {
        this.#renewAt = 0;
        if (!this.#stopped) this.#deps.log.warn({ err: error }, 'orders could not be matched');
      });
    return this.#running;
  }

  async #loop(): Promise<void> {
    await this.#next();
    if (this.#stopped) return;
    this.#timer = setTimeout(() => this.#loop(), PUMP_MS);
    this.#timer.unref();
  }

  /** Matches orders from now on, whenever this process holds the lease. */
  begin(): void {
    this.#unsubscribe = this.#deps.bus.subscribe(this.#onEvent);
    void this.#loop();
  }
  /** One look at prices, now. */
  pump(): Promise<void> {
    return this.#next();
  }
  /** Whether this process matches orders, and up to when it has (epoch ms of the market's clock). */
  state() {
    return {
      isHolder: this.#isHolder,
      cursor: this.#cursor,
      orders: this.#levels.size,
      late: this.#late.size,
    };
  }
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#unsubscribe();
    await this.#running;
    this.#deps.observer?.stop();
    if (this.#isHolder)
      await db
        .dropLease(this.#deps.sql, this.#holder, this.#late.size === 0 ? this.#cursor : 0)
        .catch(() => {});
  }
}
