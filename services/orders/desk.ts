/**
 * A trader's account and live orders brought up to an instant: what prices did to them is derived and committed, one step
 * after another, before anything else changes them. The one way orders are filled, in every process.
 */
import { type OrderFill, wireOrder } from '#core/contract/schemas/orders.ts';
import { toNumber, writeMicro, writePrice } from '#core/money/money.ts';
import { advance, markedAt } from '#core/orders/advance.ts';
import { type Book, type Draft, heldCash } from '#core/orders/book.ts';
import type { Stretch } from '#core/orders/meeting.ts';
import type { WorkingOrder } from '#core/orders/order.ts';
import { gainXp, LEVEL_REWARD_TKF, type Progress } from '#core/progress/xp.ts';
import type { SeasonStatus } from '#core/season/season.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import type { Queryable } from '#db/client.ts';
import { commitOrders, liveOrders, type OrdersCommit, type OrdersWrite } from '#db/queries/orders.ts';
import { readHoldings } from '#db/queries/portfolio.ts';
import { commitTrade, type FillQuote } from '#db/queries/trading.ts';
import type { Market } from '#market/market.ts';
import type { Bus } from '../realtime/bus.ts';
import { noticeOf } from './notices.ts';
import type { Observer } from './observed.ts';

/** A trader's book with what guards its commits. */
export type Standing = {
  userId: number;
  username: string;
  seasonId: number;
  status: SeasonStatus;
  rules: Rules;
  version: bigint;
  progress: Progress;
  matchedTo: number;
  book: Book;
};

/** Where a fill's price came from. */
type Quoted = (symbol: string, at: number) => Omit<FillQuote, 'quotedPrice'>;
type More = {
  quoted?: Quoted;
  quotedPrice?: bigint | null;
  markId?: bigint | null;
  idempotency?: OrdersCommit['idempotency'];
  patienceMs?: number;
};

/** Times a step is derived anew after another process was faster. */
const ATTEMPTS = 40;
/** An order is heard of in all processes within this time, so prices that much older are looked at again. Wall-clock ms. */
const SLACK_MS = 600_000;
/** A derived fill is the same whenever it is committed; a statement that waits longer than this is given up, ms. */
const PATIENCE_MS = 8_000;
/** Paths are read in pieces of this length, market ms. */
const PIECE_MS = 600_000;

/** What a draft writes of orders. */
export const ordersOf = (draft: Draft): OrdersWrite => ({
  changes: draft.changes,
  held: heldCash(draft),
  live: draft.orders.size,
});

type Deps = {
  market: Pick<Market, 'now' | 'path' | 'wallTime' | 'source' | 'capabilities'>;
  /** What this process saw of a feed that tells no price twice. */
  observer: Pick<Observer, 'path'> | null;
  bus: Pick<Bus, 'publish'>;
};

export class Desk {
  readonly #market: Deps['market'];
  readonly #bus: Deps['bus'];
  readonly #prices: Market['path'];
  readonly #siteTime: (at: number) => number;

  constructor({ market, bus, observer }: Deps) {
    this.#market = market;
    this.#bus = bus;
    this.#prices = market.path ?? observer?.path;
    this.#siteTime = market.wallTime ?? ((at) => at);
  }

  /** The way of a price, in pieces, so that nobody reads a month for what happened at once. */
  readonly path = (symbol: string, afterMs: number, upToMs: number): Iterable<Stretch> =>
    inPieces(this.#prices, symbol, afterMs, upToMs);

  async read(sql: Queryable, userId: number): Promise<Standing | null> {
    const holdings = await readHoldings(sql, userId);
    if (!holdings) return null;
    const { seasonId, status, rules, version, progress, cash, startCash } = holdings;
    const { orders, matchedTo, username } = await liveOrders(sql, seasonId, userId);
    return {
      ...{ userId, username, seasonId, status, rules, version, progress },
      matchedTo: matchedTo - SLACK_MS * this.#market.capabilities.speed,
      book: {
        ...{ cash, startCash, rules, siteTime: this.#siteTime },
        positions: new Map(holdings.open.map(({ position }) => [position.symbol, position])),
        orders: new Map(orders.map((order) => [order.id, order])),
      },
    };
  }

  /** Commits a step. @param at epoch ms of the market's clock @returns false when the account has moved on */
  async commit(
    sql: Queryable,
    standing: Standing,
    draft: Draft,
    at: number,
    more: More = {},
  ): Promise<boolean> {
    const { userId, seasonId, rules, version, progress } = standing;
    const { idempotency = null, markId = null, quotedPrice = null, patienceMs = PATIENCE_MS } = more;
    const orders = ordersOf(draft);
    const common = {
      ...{ userId, seasonId, rules, version, anyStatus: false, orders, patienceMs, idempotency },
      at: new Date(this.#siteTime(at)),
    };
    if (draft.legs.length === 0) return await commitOrders(sql, common);
    const { level, tkf } = gainXp(progress, draft.xp);
    return await commitTrade(sql, {
      ...common,
      ...{ cash: draft.cash, pnl: draft.pnl, isOrder: true, markId },
      legs: draft.legs.map((leg, n) => ({
        leg,
        quote: {
          ...(more.quoted?.(leg.symbol, at) ?? { asOfMs: at, ageMs: 0, source: this.#market.source }),
          quotedPrice,
        },
        orderId: draft.changes.find((change) => change.leg === n)?.order.id,
      })),
      gain: { xp: draft.xp, levelBefore: progress.level, level, tkf, tkfPerLevel: LEVEL_REWARD_TKF },
    });
  }

  /** Tells the trader's pages, and everybody of a profit. @param isNews the trader did nothing just now */
  announce({ userId, username, rules }: Standing, draft: Draft, isNews = false): void {
    for (const { kind, order, leg } of draft.changes) {
      const fill = leg === null ? null : this.fillOf(draft, leg);
      const wire = wireOrder(order, fill);
      this.#bus.publish({ type: 'order', userId, event: kind, order: wire });
      const notice = isNews ? noticeOf(userId, kind, wire) : null;
      if (notice) this.#bus.publish(notice);
    }
    this.#bus.publish({ type: 'traded', userId });
    const leg = draft.legs.findLast((each) => each.closed);
    if (!leg?.closed || (rules.hideOpen && leg.position.quantity > 0n)) return;
    this.#bus.publish({
      type: 'tradeSuccess',
      username,
      profitPercentage: toNumber(leg.closed.pnlPercent, 2),
    });
  }

  fillOf(draft: Draft, n: number): OrderFill {
    const { price, quantity } = draft.legs[n]!;
    return { price: writePrice(price), quantity: writeMicro(quantity), source: this.#market.source };
  }

  /** @returns 'again' once a position or XP have to be read anew, 'behind' when the account has moved on */
  async #walk(
    sql: Queryable,
    standing: Standing,
    to: number,
    quoted: Quoted | undefined,
  ): Promise<Standing | 'again' | 'behind'> {
    let { book, version } = standing;
    for (const draft of advance(book, this.path, standing.matchedTo, to)) {
      const { at } = draft.changes[0]!;
      if (!(await this.commit(sql, { ...standing, version }, draft, at, { quoted }))) return 'behind';
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
  async settle(sql: Queryable, userId: number, to: number, quoted?: Quoted): Promise<Standing | null> {
    for (let attempt = 0; attempt < ATTEMPTS; ) {
      const standing = await this.read(sql, userId);
      if (!standing || standing.book.orders.size === 0 || standing.status !== 'active') return standing;
      const step = await this.#walk(sql, standing, to, quoted);
      if (step === 'behind') attempt++;
      else if (step !== 'again') return step;
    }
    throw new Error(`the orders of trader ${userId} could not be brought up to date`);
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
  marked(order: WorkingOrder, to: number): WorkingOrder {
    return markedAt(order, this.path, to);
  }
}

function* inPieces(
  prices: Market['path'],
  symbol: string,
  afterMs: number,
  upToMs: number,
): Generator<Stretch> {
  for (let from = afterMs; from < upToMs; from += PIECE_MS)
    yield* prices?.(symbol, from, Math.min(from + PIECE_MS, upToMs)) ?? [];
}
