/**
 * A trader's account and live orders brought up to an instant: what prices did to them is derived and committed, one step
 * after another, before anything else changes them. The one way orders are filled, in every process.
 */
import { type OrderFill, wireOrder } from '#core/contract/orders.ts';
import { writePrice, writeQuantity } from '#core/money/money.ts';
import { advance, markedAt } from '#core/orders/advance.ts';
import { type Draft, heldCash } from '#core/orders/book.ts';
import type { Stretch } from '#core/orders/meeting.ts';
import type { WatchedOrder } from '#core/orders/order.ts';
import { publicProfit } from '#core/progress/profit-news.ts';
import type { Queryable, Sql } from '#db/client.ts';
import { commitOrders, type OrdersCommit } from '#db/queries/orders/commit.ts';
import { isHeld } from '#db/queries/platform/leases.ts';
import { type Commit, commitTrade, commitTrades } from '#db/queries/trading/commit.ts';
import type { Market } from '#market/market.ts';
import { createGroupCommit, together } from '../platform/concurrency.ts';
import type { Bus } from '../realtime/bus.ts';
import { readAccounts } from './accounts.ts';
import { noticesOf } from './notices.ts';
import type { Observer } from './observed-prices.ts';
import { changeOf, type Matcher, type More, type SettledAccount, tradeOf } from './writes.ts';

/** Times a step is derived anew after another process was faster. */
const ATTEMPTS = 40;
/** An order is heard of in all processes within this time, so prices that much older are looked at again. Wall-clock ms. */
const SLACK_MS = 600_000;
/** A fill further in the future, wall-clock ms, is by a clock that was wrong. */
const AHEAD_MS = 1_000;
/** Paths are read in pieces of this length, market ms. */
const PIECE_MS = 600_000;

type Deps = {
  sql: Sql;
  market: Pick<Market, 'now' | 'path' | 'wallTime' | 'source' | 'capabilities'>;
  /** What this process saw of a feed that tells no price twice. */
  observer: Pick<Observer, 'path'> | null;
  bus: Pick<Bus, 'publish'>;
};

export class Desk {
  readonly #sql: Sql;
  /** What traders do at once is read by one statement, and committed by one; a transaction has its own. */
  readonly #groupRead: (userId: number) => Promise<SettledAccount | null>;
  readonly #groupCommit: (change: OrdersCommit) => Promise<boolean>;
  readonly #market: Deps['market'];
  readonly #bus: Deps['bus'];
  readonly #prices: Market['path'];
  readonly #siteTime: (at: number) => number;

  constructor({ sql, market, bus, observer }: Deps) {
    this.#sql = sql;
    this.#groupCommit = createGroupCommit((changes, skips) => commitOrders(sql, changes, skips));
    this.#groupRead = together(async (userIds) => {
      const found = new Map((await this.#readAll(sql, userIds)).map((each) => [each.userId, each]));
      return userIds.map((userId) => found.get(userId) ?? null);
    });
    this.#market = market;
    this.#bus = bus;
    this.#prices = market.path ?? observer?.path;
    this.#siteTime = market.wallTime ?? ((at) => at);
  }

  /** The way of a price; a long one in pieces, so that nobody reads a month for what happened at once. */
  readonly path = (symbol: string, afterMs: number, upToMs: number): Iterable<Stretch> => {
    if (!this.#prices || afterMs >= upToMs) return [];
    const isShort = upToMs - afterMs <= PIECE_MS;
    return isShort ? this.#prices(symbol, afterMs, upToMs) : inPieces(this.#prices, symbol, afterMs, upToMs);
  };

  /** @returns null when the trader has no account in the newest season */
  async read(sql: Queryable, userId: number): Promise<SettledAccount | null> {
    if (sql === this.#sql) return await this.#groupRead(userId);
    const [standing] = await this.#readAll(sql, [userId]);
    return standing ?? null;
  }

  async #readAll(sql: Queryable, userIds: readonly number[]): Promise<SettledAccount[]> {
    const slackMs = SLACK_MS * this.#market.capabilities.speed;
    return await readAccounts(sql, userIds, { siteTime: this.#siteTime, slackMs });
  }

  /** Commits a step. @param at epoch ms of the market's clock @returns false when the account has moved on */
  async commit(
    sql: Queryable,
    standing: SettledAccount,
    draft: Draft,
    at: number,
    more: More = {},
  ): Promise<boolean> {
    if (this.#isToCome(draft)) return false;
    if (draft.legs.length > 0) return await commitTrade(sql, this.#tradeOf(standing, draft, at, more));
    const change = changeOf(standing, draft, this.#siteTime(at), more);
    return sql === this.#sql ? await this.#groupCommit(change) : (await commitOrders(sql, [change])).size > 0;
  }

  #isToCome({ legs, changes }: Draft): boolean {
    const latest = this.#market.now() + AHEAD_MS * this.#market.capabilities.speed;
    return legs.length > 0 && changes.some(({ at }) => at > latest);
  }

  #tradeOf(standing: SettledAccount, draft: Draft, at: number, more: More): Commit {
    return tradeOf(standing, draft, this.#siteTime(at), {
      ...more,
      quoted: (symbol) => more.quoted?.(symbol, at) ?? { asOfMs: at, ageMs: 0, source: this.#market.source },
    });
  }

  /** Tells the trader's pages what became of orders. @param isNews the trader did nothing just now */
  tell(userId: number, draft: Draft, isNews = false): void {
    const events = draft.changes.map(({ kind, order, leg }) => ({
      event: kind,
      order: wireOrder(order, leg === null ? null : this.fillOf(draft, leg)),
    }));
    for (const event of events) this.#bus.publish({ type: 'order', userId, ...event });
    for (const notice of noticesOf(userId, events, isNews)) this.#bus.publish(notice);
  }

  /** The same, and everybody of a profit. */
  announce({ userId, username, rules }: SettledAccount, draft: Draft, isNews = false): void {
    this.tell(userId, draft, isNews);
    this.#bus.publish({ type: 'traded', userId });
    const profitPercentage = publicProfit(draft.legs, rules);
    if (profitPercentage === null) return;
    this.#bus.publish({ type: 'tradeSuccess', userId, username, profitPercentage });
  }

  fillOf(draft: Draft, n: number): OrderFill {
    const { price, quantity } = draft.legs[n]!;
    return { price: writePrice(price), quantity: writeQuantity(quantity), source: this.#market.source };
  }

  /** @returns 'again' once a position or XP have to be read anew, 'behind' when the account has moved on */
  async #walk(
    sql: Queryable,
    standing: SettledAccount,
    to: number,
    more: Matcher,
  ): Promise<SettledAccount | 'again' | 'behind'> {
    let { book, version } = standing;
    for (const draft of advance(book, this.path, standing.matchedTo, to)) {
      const { at } = draft.changes[0]!;
      if (!(await this.commit(sql, { ...standing, version }, draft, at, more))) return 'behind';
      this.announce(standing, draft, true);
      if (draft.legs.length > 0) return 'again';
      version += 1n;
      book = draft;
    }
    return { ...standing, version, book };
  }

  /**
   * Commits what prices up to `to` (epoch ms of the market's clock) did to a trader's orders.
   * @returns the account after it; null when the trader has none @throws Error when others are always faster
   */
  async settle(
    sql: Queryable,
    userId: number,
    to: number,
    more: Matcher = {},
  ): Promise<SettledAccount | null> {
    for (let attempt = 0; attempt < ATTEMPTS; ) {
      const standing = await this.read(sql, userId);
      if (!standing || standing.book.orders.size === 0 || standing.status !== 'active') return standing;
      const step = await this.#walk(sql, standing, to, more);
      if (step !== 'again' && step !== 'behind') return step;
      if (step === 'again') continue;
      if (more.fence && !(await isHeld(sql, more.fence))) break;
      attempt++;
    }
    throw new Error(`the orders of trader ${userId} could not be brought up to date`);
  }

  /**
   * Commits the first fill of each of several traders at once: what many wait for at one price costs a statement.
   * @returns whose orders are all settled by that; of the others nothing is known
   */
  async settleFirst(
    sql: Queryable,
    userIds: readonly number[],
    to: number,
    more: Matcher,
  ): Promise<Set<number>> {
    const steps = (await this.#readAll(sql, userIds)).flatMap((standing) => {
      const { book, matchedTo, status } = standing;
      const { value: draft, done } = advance(book, this.path, matchedTo, to).next();
      if (done || status !== 'active' || draft.legs.length === 0 || this.#isToCome(draft)) return [];
      const commit = this.#tradeOf(standing, draft, draft.changes[0]!.at, more);
      return [{ standing, draft, commit }];
    });
    const [first, ...others] = steps.map(({ commit }) => commit);
    const settled = new Set<number>();
    if (!first) return settled;
    const committed = await commitTrades(sql, [first, ...others]);
    for (const { standing, draft } of steps) {
      if (!committed.has(standing.userId)) continue;
      this.announce(standing, draft, true);
      if (draft.orders.size === 0) settled.add(standing.userId);
    }
    return settled;
  }

  /**
   * A trader's working orders with all that was due by now filled, before something else is decided.
   * @returns null when there are none, which costs nothing
   */
  async waiting(sql: Queryable, userId: number, live: number) {
    if (live === 0) return null;
    const at = this.#market.now();
    const standing = await this.settle(sql, userId, at);
    if (!standing) return null;
    const { version, book } = standing;
    return { version, book, at, siteAt: this.#siteTime(at), held: heldCash(book) };
  }

  /** An order with the best price it has seen by `to` (epoch ms of the market's clock), if it is a trailing stop. */
  marked<Order extends WatchedOrder>(order: Order, to: number): Order {
    return markedAt(order, this.path, to);
  }
}

function* inPieces(
  prices: NonNullable<Market['path']>,
  symbol: string,
  afterMs: number,
  upToMs: number,
): Generator<Stretch> {
  for (let from = afterMs; from < upToMs; from += PIECE_MS)
    yield* prices(symbol, from, Math.min(from + PIECE_MS, upToMs));
}
