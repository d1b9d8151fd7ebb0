/**
 * Settles a trader's orders up to an instant: derives what prices did to the orders, and commits each step. A change of
 * the account settles the orders first. Nothing else fills a working order.
 */
import { type OrderFill, wireOrder } from '#core/contract/orders.ts';
import { writePrice, writeQuantity } from '#core/money/money.ts';
import { advance, markedAt } from '#core/orders/advance.ts';
import { type Book, type Draft, heldCash } from '#core/orders/book.ts';
import type { Stretch } from '#core/orders/meeting.ts';
import type { WatchedOrder } from '#core/orders/order.ts';
import { publicProfit } from '#core/progress/profit-news.ts';
import { type Game, gameOf, isLeagueGame } from '#core/season/game.ts';
import type { Queryable, Sql } from '#db/client.ts';
import type { NewNotification } from '#db/queries/account/notifications.ts';
import { commitOrders, type OrdersCommit } from '#db/queries/orders/commit.ts';
import { type LiveOrders, liveOrders } from '#db/queries/orders/read.ts';
import { isHeld } from '#db/queries/platform/leases.ts';
import { type Commit, commitTrade, commitTrades } from '#db/queries/trading/commit.ts';
import { type HoldingsWithRules, readHoldingsOf } from '#db/queries/trading/portfolio.ts';
import type { Market } from '#market/market.ts';
import { rowOf } from '../account/notifications.ts';
import type { DayVolumes } from '../market/day-volumes.ts';
import { batched, createGroupCommit } from '../platform/concurrency.ts';
import type { Bus } from '../realtime/bus.ts';
import type { Observer } from './observed-prices.ts';
import {
  ATTEMPTS,
  changeOf,
  type Matcher,
  type More,
  ordersOf,
  type SettledAccount,
  tradeOf,
} from './order-commits.ts';
import { noticesOf, type OrderEvent } from './order-notifications.ts';

/**
 * How far before the last matched instant a process reads prices again, wall-clock ms. Every process learns of an order
 * within this time.
 */
export const SLACK_MS = 600_000;
/** A fill dated further than this in the future comes from a wrong clock and is not committed, wall-clock ms. */
const AHEAD_MS = 1_000;
/** Paths are read in pieces of this length, market ms. */
const PIECE_MS = 600_000;

type Deps = {
  sql: Sql;
  market: Pick<Market, 'now' | 'path' | 'wallTime' | 'source' | 'capabilities'>;
  /** Prices this process received from a feed that sends each price once. */
  observer: Pick<Observer, 'path'> | null;
  bus: Pick<Bus, 'publish'>;
  dayVolumes: Pick<DayVolumes, 'addTo'>;
};

export class Settlement {
  readonly #sql: Sql;
  /** Concurrent reads share one statement. A read in a transaction or of a private game has a separate statement. */
  readonly #groupRead: Record<'season' | 'practice', (userId: number) => Promise<SettledAccount | null>>;
  readonly #groupCommit: (change: OrdersCommit) => Promise<true | null>;
  readonly #market: Deps['market'];
  readonly #bus: Deps['bus'];
  readonly #dayVolumes: Deps['dayVolumes'];
  readonly #prices: Market['path'];
  readonly #siteTime: (at: number) => number;

  constructor({ sql, market, bus, observer, dayVolumes }: Deps) {
    this.#sql = sql;
    this.#groupCommit = createGroupCommit(
      async (changes, skips) =>
        new Map([...(await commitOrders(sql, changes, skips))].map((userId) => [userId, true])),
    );
    const readsOf = (game: 'season' | 'practice') =>
      batched<number, SettledAccount | null>(async (userIds) => {
        const byUser = new Map((await this.#readAll(sql, userIds, game)).map((each) => [each.userId, each]));
        return userIds.map((userId) => byUser.get(userId) ?? null);
      });
    this.#groupRead = { season: readsOf('season'), practice: readsOf('practice') };
    this.#market = market;
    this.#bus = bus;
    this.#dayVolumes = dayVolumes;
    this.#prices = market.path ?? observer?.path;
    this.#siteTime = market.wallTime ?? ((ms) => ms);
  }

  /** Returns a symbol's prices. Derives a long range in pieces, as the caller consumes it. */
  readonly path = (symbol: string, afterMs: number, upToMs: number): Iterable<Stretch> => {
    if (!this.#prices || afterMs >= upToMs) return [];
    const isShort = upToMs - afterMs <= PIECE_MS;
    return isShort ? this.#prices(symbol, afterMs, upToMs) : inPieces(this.#prices, symbol, afterMs, upToMs);
  };

  /** Reads a trader's account and working orders. @returns null when the trader has no account in the game */
  async read(sql: Queryable, userId: number, game: Game = 'season'): Promise<SettledAccount | null> {
    if (sql === this.#sql && !isLeagueGame(game)) return await this.#groupRead[game](userId);
    const [account] = await this.#readAll(sql, [userId], game);
    return account ?? null;
  }

  async #readAll(sql: Queryable, userIds: readonly number[], game: Game): Promise<SettledAccount[]> {
    const slackMs = SLACK_MS * this.#market.capabilities.speed;
    const accounts = await readAccounts(sql, userIds, { game, siteTime: this.#siteTime, slackMs });
    return await this.#dayVolumes.addTo(sql, accounts);
  }

  /**
   * Commits one step.
   * @param marketMs epoch ms of the market's clock
   * @returns false when the account has changed since it was read, or a fill is dated in the future
   */
  async commit(
    sql: Queryable,
    account: SettledAccount,
    draft: Draft,
    marketMs: number,
    more: More = {},
  ): Promise<boolean> {
    if (this.#isToCome(draft)) return false;
    if (draft.fills.length > 0)
      return (await commitTrade(sql, this.#tradeOf(account, draft, marketMs, more))) !== null;
    const siteMs = this.#siteTime(marketMs);
    const notifications = this.#notificationsOf(account.userId, draft, new Date(siteMs), more.isNews);
    const change = changeOf(account, draft, siteMs, { ...more, notifications });
    return sql === this.#sql
      ? (await this.#groupCommit(change)) !== null
      : (await commitOrders(sql, [change])).size > 0;
  }

  #isToCome({ fills, changes }: Draft): boolean {
    const latest = this.#market.now() + AHEAD_MS * this.#market.capabilities.speed;
    return fills.length > 0 && changes.some(({ at }) => at > latest);
  }

  #tradeOf(account: SettledAccount, draft: Draft, marketMs: number, more: More): Commit {
    const siteMs = this.#siteTime(marketMs);
    return tradeOf(account, draft, siteMs, {
      ...more,
      notifications: this.#notificationsOf(account.userId, draft, new Date(siteMs), more.isNews),
      quoted: (symbol) =>
        more.quoted?.(symbol, marketMs) ?? { asOfMs: marketMs, ageMs: 0, source: this.#market.source },
    });
  }

  #eventsOf(draft: Draft): OrderEvent[] {
    return draft.changes.map(({ kind, order, fill }) => ({
      event: kind,
      order: wireOrder(order, fill === null ? null : this.fillOf(draft, fill)),
    }));
  }

  #notificationsOf(userId: number, draft: Draft, at: Date, isNews = false): NewNotification[] {
    return noticesOf(userId, this.#eventsOf(draft), isNews, gameOf(draft.seasonId)).map((notice) =>
      rowOf(notice, at),
    );
  }

  /** Returns the orders and notifications that a trade's commit writes. @param now epoch ms */
  writesOf(userId: number, draft: Draft | null, now: number): Pick<Commit, 'orders' | 'notifications'> {
    if (!draft) return { orders: null };
    return { orders: ordersOf(draft), notifications: this.#notificationsOf(userId, draft, new Date(now)) };
  }

  /** Publishes order changes and the stored notifications to the trader's open pages. */
  tell(userId: number, draft: Draft, isNews = false): void {
    const events = this.#eventsOf(draft);
    for (const event of events) this.#bus.publish({ type: 'order', userId, ...event });
    for (const notice of noticesOf(userId, events, isNews, gameOf(draft.seasonId)))
      this.#bus.publish({ ...notice, isStored: true });
  }

  /** Publishes to the trader the changes of orders and account, and to everybody a public profit. */
  announce({ userId, username, rules, seasonId }: SettledAccount, draft: Draft, isNews = false): void {
    this.tell(userId, draft, isNews);
    this.#bus.publish({ type: 'traded', userId });
    const profitPercentage = publicProfit(draft.fills, { rules, seasonId });
    if (profitPercentage === null) return;
    this.#bus.publish({ type: 'tradeSuccess', userId, username, profitPercentage });
  }

  fillOf(draft: Draft, n: number): OrderFill {
    const { price, quantity } = draft.fills[n]!;
    return { price: writePrice(price), quantity: writeQuantity(quantity), source: this.#market.source };
  }

  /**
   * Commits the steps in sequence.
   * @returns the account after the steps; 'again' after a fill, because positions and XP must be read again; 'behind'
   * when another process changed the account
   */
  async #walk(
    sql: Queryable,
    account: SettledAccount,
    to: number,
    more: Matcher,
  ): Promise<SettledAccount | 'again' | 'behind'> {
    let { version } = account;
    let book = pricedBook(account.book, more);
    for (const draft of advance(book, this.path, account.matchedTo, to)) {
      const { at: firedAt } = draft.changes[0]!;
      if (!(await this.commit(sql, { ...account, version }, draft, firedAt, { ...more, isNews: true })))
        return 'behind';
      this.announce(account, draft, true);
      if (draft.fills.length > 0) return 'again';
      version += 1n;
      book = draft;
    }
    return { ...account, version, book };
  }

  /**
   * Commits the changes that prices up to `to` (epoch ms of the market's clock) made to a trader's orders.
   * @returns the account afterwards, unsettled when its game does not run; null without an account
   * @throws Error when other processes changed the account first in every attempt, or the matching process has lost
   * its lease
   */
  async settle(
    sql: Queryable,
    userId: number,
    to: number,
    { game, ...more }: Matcher & { game?: Game } = {},
  ): Promise<SettledAccount | null> {
    for (let attempt = 0; attempt < ATTEMPTS; ) {
      const account = await this.read(sql, userId, game);
      if (!account || account.book.orders.size === 0 || account.status !== 'active') return account;
      const step = await this.#walk(sql, account, to, more);
      if (step !== 'again' && step !== 'behind') return step;
      if (step === 'again') continue;
      if (more.fence && !(await isHeld(sql, more.fence))) break;
      attempt++;
    }
    throw new Error(`the orders of trader ${userId} could not be brought up to date`);
  }

  /**
   * Commits the first fill of each of several traders by one statement.
   * @returns the traders without any working order after that fill; the others still need `settle`
   */
  async settleFirst(
    sql: Queryable,
    userIds: readonly number[],
    to: number,
    { game, ...more }: Matcher & { game: Game },
  ): Promise<Set<number>> {
    const steps = (await this.#readAll(sql, userIds, game)).flatMap((account) => {
      const { book, matchedTo, status } = account;
      const { value: draft, done } = advance(pricedBook(book, more), this.path, matchedTo, to).next();
      if (done || status !== 'active' || draft.fills.length === 0 || this.#isToCome(draft)) return [];
      const commit = this.#tradeOf(account, draft, draft.changes[0]!.at, { ...more, isNews: true });
      return [{ account, draft, commit }];
    });
    const [first, ...others] = steps.map(({ commit }) => commit);
    const settled = new Set<number>();
    if (!first) return settled;
    const committed = await commitTrades(sql, [first, ...others]);
    for (const { account, draft } of steps) {
      if (!committed.has(account.userId)) continue;
      this.announce(account, draft, true);
      if (draft.orders.size === 0) settled.add(account.userId);
    }
    return settled;
  }

  /**
   * Settles a trader's working orders before the caller decides something else.
   * @param live the number of working orders; 0 skips the query
   * @returns null without working orders or without an account
   */
  async waiting(sql: Queryable, userId: number, live: number, game: Game = 'season') {
    if (live === 0) return null;
    const now = this.#market.now();
    const account = await this.settle(sql, userId, now, { game });
    if (!account) return null;
    const { version, book } = account;
    return { version, book, at: now, siteAt: this.#siteTime(now), held: heldCash(book) };
  }

  /**
   * Returns a trailing stop with its trail extreme as of `to` (epoch ms of the market's clock). Returns any other order
   * unchanged.
   */
  marked<Order extends WatchedOrder>(order: Order, to: number): Order {
    return markedAt(order, this.path, to);
  }
}

const pricedBook = (book: Book, { quoted }: Matcher): Book =>
  book.dayShares && quoted
    ? { ...book, dayShares: { ...book.dayShares, pricedAt: (symbol, at) => quoted(symbol, at).asOfMs } }
    : book;

function* inPieces(
  prices: NonNullable<Market['path']>,
  symbol: string,
  afterMs: number,
  upToMs: number,
): Generator<Stretch> {
  for (let from = afterMs; from < upToMs; from += PIECE_MS)
    yield* prices(symbol, from, Math.min(from + PIECE_MS, upToMs));
}

type How = { game: Game; siteTime: Book['siteTime']; slackMs: number };

/** Reads the accounts in the game; omits traders without an account. */
async function readAccounts(sql: Queryable, userIds: readonly number[], how: How): Promise<SettledAccount[]> {
  const holdings = await readHoldingsOf(sql, userIds, how.game);
  const [first] = holdings.values();
  if (!first) return [];
  const live = await liveOrders(sql, first.seasonId, [...holdings.keys()]);
  const accounts: SettledAccount[] = [];
  const torn: number[] = [];
  for (const [userId, account] of holdings) {
    const traderOrders = live.get(userId);
    // reads an account again that changed between the two statements: its orders and positions may not agree
    if (traderOrders?.version === account.version)
      accounts.push(accountOf(userId, account, traderOrders, how));
    else torn.push(userId);
  }
  return torn.length === 0 ? accounts : [...accounts, ...(await readAccounts(sql, torn, how))];
}

function accountOf(
  userId: number,
  { seasonId, status, rules, rulesVersion, version, progress, cash, startCash, open }: HoldingsWithRules,
  { orders, matchedTo, username, today }: LiveOrders,
  { siteTime, slackMs }: How,
): SettledAccount {
  return {
    userId,
    username,
    seasonId,
    status,
    rules,
    version,
    progress,
    today,
    matchedTo: matchedTo - slackMs,
    book: {
      cash,
      startCash,
      seasonId,
      rules,
      version: rulesVersion,
      siteTime,
      positions: new Map(open.map(({ position }) => [position.symbol, position])),
      orders: new Map(orders.map((order) => [order.id, order])),
    },
  };
}
