/**
 * The matching engine: fills orders when a price reaches them. One process at a time holds the lease; every 100 ms it
 * reads the prices after its cursor and settles the accounts whose orders a price may have reached. The database
 * stores the lease's mark: the market time up to which orders are matched. A new holder continues from the mark. Every
 * process computes the same fills.
 */
import { COMMON_GAMES, type Game, isLeagueGame } from '#core/season/game.ts';
import type { Sql } from '#db/client.ts';
import * as db from '#db/queries/orders/engine.ts';
import { dropLease, type Fence, takeLease } from '#db/queries/platform/leases.ts';
import type { Market } from '#market/market.ts';
import { inParts, type Queue, sideBySide } from '../platform/concurrency.ts';
import type { Log } from '../platform/log.ts';
import type { Bus, BusEvent } from '../realtime/bus.ts';
import type { Observer } from './observed-prices.ts';
import type { Matcher } from './order-commits.ts';
import { type Settlement, SLACK_MS } from './settle-orders.ts';
import { WorkingOrders } from './working-orders.ts';

const PUMP_MS = 100;
const RENEW_MS = 2_000;
/** Interval of queries for changed orders whose event was missed, ms. */
const LOOK_MS = 5_000;
/** Accounts in a batch, concurrent batches, and accounts that are settled concurrently outside of batches. */
const TOGETHER = 50;
const BATCHES = 4;
const IN_FLIGHT = 16;
/** A catch-up reads prices in pieces of this length, market ms, and serves requests between two pieces. */
const PIECE_MS = 60_000;
/** A longer time without a matching process is recorded as a gap, wall-clock ms. A regular take-over is shorter. */
const GAP_MS = 10_000;
/** A clock that jumps back by more than this was wrong before the jump, wall-clock ms. */
const BACK_MS = 1_000;

type Deps = {
  sql: Sql;
  market: Pick<Market, 'path' | 'now' | 'capabilities'>;
  bus: Bus;
  queue: Queue<number>;
  settlement: Settlement;
  observer: Observer | null;
  log: Pick<Log, 'info' | 'warn'>;
};

class Lane {
  readonly game: Game;
  readonly working: WorkingOrders;
  /** Accounts that could not be settled. While there are any, `matched_to` does not advance. */
  readonly late = new Set<number>();

  constructor(game: Game, settlement: Settlement) {
    this.game = game;
    this.working = new WorkingOrders(settlement);
  }
}

export class OrderEngine {
  readonly #deps: Deps;
  readonly #holder = crypto.randomUUID();
  /** A private game has a lane only while it has working orders or accounts that could not be settled. */
  readonly #lanes = new Map<Game, Lane>();
  readonly #heard = new Set<string>();
  #fence: Fence | null = null;
  #cursor = 0;
  #renewAt = 0;
  #lookAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;
  #unsubscribe = () => {};

  constructor(deps: Deps) {
    this.#deps = deps;
    for (const game of COMMON_GAMES) this.#lane(game);
  }

  readonly #onEvent = (event: BusEvent): void => {
    if (event.type === 'order') this.#heard.add(event.order.id);
    if (event.type === 'gap') this.#lookAt = 0;
  };

  #lane(game: Game): Lane {
    const lane = this.#lanes.get(game) ?? new Lane(game, this.#deps.settlement);
    this.#lanes.set(game, lane);
    return lane;
  }

  get #allLanes(): Lane[] {
    return [...this.#lanes.values()];
  }

  async #load(): Promise<void> {
    for (const { working } of this.#allLanes) working.clear();
    await db.eachActiveOrder(this.#deps.sql, (orders) => {
      for (const [game, ofGame] of Map.groupBy(orders, ({ game }) => game))
        this.#lane(game).working.load(ofGame, this.#cursor);
    });
  }

  /**
   * Records that a bought feed has no prices since `since` (epoch ms), if that is GAP_MS or longer. Pages of working
   * orders show the gap.
   */
  async #noteGap(fence: Fence, since: number): Promise<void> {
    const { sql, market, observer } = this.#deps;
    const now = market.now();
    if (!observer || since === 0 || now - since < GAP_MS * market.capabilities.speed) return;
    await db.addGaps(sql, fence, this.#symbols, since, now);
  }

  /** Takes or renews the lease. @returns true when this process matches orders */
  async #hold(): Promise<boolean> {
    const done = this.#late === 0 ? this.#cursor : 0;
    const previous = this.#fence;
    const fence = await takeLease(this.#deps.sql, 'orders', this.#holder);
    const matchedTo =
      fence && (await db.noteMatched(this.#deps.sql, fence, fence.epoch === previous?.epoch ? done : 0));
    this.#renewAt = performance.now() + RENEW_MS;
    this.#fence = matchedTo === null ? null : fence;
    if (fence === null || matchedTo === null) {
      this.#deps.observer?.rest();
      return false;
    }
    if (fence.epoch === previous?.epoch) await this.#deps.observer?.store(fence);
    if (fence.epoch !== previous?.epoch) {
      this.#heard.clear();
      for (const { late } of this.#allLanes) late.clear();
      // 0: no process has matched orders yet
      const begin = matchedTo === 0 ? this.#deps.market.now() : matchedTo;
      this.#cursor = begin - SLACK_MS * this.#deps.market.capabilities.speed;
      await this.#deps.observer?.begin();
      await this.#load();
      await this.#noteGap(fence, matchedTo);
      this.#deps.log.info(
        { epoch: String(fence.epoch), orders: this.#size, behindMs: this.#deps.market.now() - begin },
        'matching orders',
      );
    }
    return true;
  }

  get #late(): number {
    return this.#allLanes.reduce((sum, { late }) => sum + late.size, 0);
  }

  /** Number of entries of all games, including entries of orders that are final by now. */
  get #size(): number {
    return this.#allLanes.reduce((sum, { working }) => sum + working.size, 0);
  }

  get #symbols(): string[] {
    return [...new Set(this.#allLanes.flatMap(({ working }) => working.symbols))];
  }

  get #matcher(): Matcher {
    return { quoted: this.#deps.observer?.quoted, fence: this.#fence };
  }

  /** Settles accounts of a game, first in batches (`settleFirst`), then each account alone that a batch left. */
  async #settleAll(lane: Lane, due: Iterable<number>, to: number): Promise<void> {
    const { sql, settlement } = this.#deps;
    const alone: number[] = [];
    await sideBySide(inParts([...due], TOGETHER), BATCHES, async (ids) => {
      // one failing account fails its batch: then each account of the batch is settled alone and logs its own error
      const settled = await settlement
        .settleFirst(sql, ids, to, { ...this.#matcher, game: lane.game })
        .catch(() => new Set<number>());
      for (const id of ids)
        if (settled.has(id)) lane.late.delete(id);
        else alone.push(id);
    });
    await sideBySide(alone, IN_FLIGHT, (id) => this.#settleOne(lane, id, to));
  }

  async #settleOne({ game, working, late }: Lane, userId: number, to: number): Promise<void> {
    const { sql, settlement, queue, log } = this.#deps;
    try {
      const standing = await queue(userId, () =>
        settlement.settle(sql, userId, to, { ...this.#matcher, game }),
      );
      late.delete(userId);
      if (standing) working.takeBack(userId, standing.book.orders.values(), to);
    } catch (error) {
      if (!late.has(userId)) log.warn({ err: error, userId }, 'orders of a trader could not be matched');
      late.add(userId);
    }
  }

  /** Discards a cursor that a wrong clock set. The next pass takes the lease and reads the stored `matched_to`. */
  #beginAnew(): void {
    this.#fence = null;
    this.#renewAt = 0;
  }

  async #pump(): Promise<void> {
    if (performance.now() >= this.#renewAt && !(await this.#hold())) return;
    if (!this.#fence) return;
    if (performance.now() >= this.#lookAt) {
      this.#lookAt = performance.now() + LOOK_MS;
      for (const order of await db.recentlyChanged(this.#deps.sql))
        if (!this.#allLanes.some(({ working }) => working.isKnown(order))) this.#heard.add(order.id);
    }
    const ids = [...this.#heard];
    this.#heard.clear();
    const orders = ids.length > 0 ? await db.activeOrders(this.#deps.sql, ids) : [];
    const heard = Map.groupBy(orders, ({ game }) => game);
    for (const game of heard.keys()) this.#lane(game);
    const due = new Map(this.#allLanes.map((lane) => [lane, new Set(lane.late)]));
    if (ids.length > 0)
      for (const [lane, users] of due) lane.working.takeIn(heard.get(lane.game) ?? [], this.#cursor, users);
    await this.#deps.observer?.watch(this.#symbols);
    const now = this.#deps.market.now();
    const { speed } = this.#deps.market.capabilities;
    if (now < this.#cursor - BACK_MS * speed) return this.#beginAnew();
    for (let from = this.#cursor; from < now; ) {
      const to = Math.min(now, from + PIECE_MS);
      for (const [{ working }, users] of due) working.reach(from, to, users);
      from = to;
      if (from < now) await new Promise((done) => setImmediate(done));
    }
    for (const [lane, users] of due) {
      lane.working.end(now, users);
      if (users.size > 0) await this.#settleAll(lane, users, now);
    }
    this.#cursor = now;
    for (const { game, working, late } of this.#allLanes) {
      working.endLook();
      if (isLeagueGame(game) && working.size === 0 && late.size === 0) this.#lanes.delete(game);
    }
  }

  /** Runs passes in sequence: the lease's mark must not move past a price while its fills are being committed. */
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
    this.#timer = setTimeout(() => this.#loop(), PUMP_MS).unref();
  }

  /** Starts passes; they match only while this process holds the lease. */
  begin(): void {
    this.#unsubscribe = this.#deps.bus.subscribe(this.#onEvent);
    void this.#loop();
  }
  pump(): Promise<void> {
    return this.#next();
  }
  /** Returns the tickers with working orders; null in a process that does not match. */
  symbols(): string[] | null {
    return this.#fence && this.#symbols;
  }
  /**
   * `cursor`: epoch ms of the market's clock up to which orders are matched. `orders`: number of entries, including
   * entries of orders that are final by now. `late`: number of accounts that could not be settled.
   */
  state() {
    return {
      isHolder: this.#fence !== null,
      cursor: this.#cursor,
      orders: this.#size,
      late: this.#late,
    };
  }
  async #hand(fence: Fence): Promise<void> {
    await this.#deps.observer?.store(fence, true);
    await db.noteMatched(this.#deps.sql, fence, this.#late === 0 ? this.#cursor : 0);
    await dropLease(this.#deps.sql, fence);
  }
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#unsubscribe();
    await this.#running;
    this.#deps.observer?.rest();
    if (this.#fence) await this.#hand(this.#fence).catch(() => {});
  }
}
