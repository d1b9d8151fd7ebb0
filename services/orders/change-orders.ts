/** Places, changes, cancels and previews orders. Due orders are filled first, so that no change evades a price. */
import { canTrade } from '#core/account/permissions.ts';
import { OrderId } from '#core/contract/order-request.ts';
import { type PlacedAnswer, type PreviewAnswer, type WireOrder, wireOrder } from '#core/contract/orders.ts';
import { answerOf } from '#core/contract/trade.ts';
import { plainDecimal, QUANTITY_DIGITS, writeCents, writePrice } from '#core/money/money.ts';
import { type PriceE4, subtract } from '#core/money/units.ts';
import { type Book, type Draft, heldCash } from '#core/orders/book.ts';
import { cancelInBook } from '#core/orders/follow.ts';
import { mostFor } from '#core/orders/hold.ts';
import {
  type CancelReason,
  firesAt,
  isLive,
  isOpening,
  type Replacement,
  type Scene,
  type WorkingOrder,
} from '#core/orders/order.ts';
import { type NewOrder, place, replace } from '#core/orders/place.ts';
import type { ReasonedOrder } from '#core/orders/reason.ts';
import { AppError, fail } from '#core/refusals/refusals.ts';
import { type Game, isLeagueGame } from '#core/season/game.ts';
import { closesAll, countReserved, demandEvents, demandFills } from '#core/trading/day-limits.ts';
import { isUniqueViolation, type Sql } from '#db/client.ts';
import type { OrdersCommit } from '#db/queries/orders/commit.ts';
import { isNameUsed, listOrders, type OrderFilter } from '#db/queries/orders/read.ts';
import { seasonIdOf } from '#db/queries/season/practice.ts';
import { newestSeason } from '#db/queries/season/seasons.ts';
import type { Market, Quote } from '#market/market.ts';
import type { DayVolumes } from '../market/day-volumes.ts';
import type { PriceCheck } from '../market/price-check.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queue } from '../platform/concurrency.ts';
import { createAnswers, type Once, type UsedKey } from '../platform/idempotency.ts';
import type { Settings } from '../platform/settings.ts';
import { demandPlayer, enterSeason } from '../season/entry.ts';
import type { Trader } from '../trading/trading.ts';
import { ATTEMPTS, type SettledAccount } from './order-commits.ts';
import { orderOf, wire } from './read-orders.ts';
import { Scenes } from './scene.ts';
import type { Settlement } from './settle-orders.ts';

/** A change that waits longer than this for its commit is decided again, ms. */
const PATIENCE_MS = 2_000;

type ChangeDeps = {
  sql: Sql;
  market: Pick<Market, 'now'>;
  clock: Clock;
  settlement: Settlement;
  scenes: Scenes;
};
type Basis = {
  markId?: bigint | null;
  key: UsedKey | null;
  quote?: () => Promise<Quote | null>;
  order?: ReasonedOrder;
};

export class Changes {
  readonly #deps: ChangeDeps;

  constructor(deps: ChangeDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the settled account of the trader. Opens an account if the trader has none and may enter.
   * @param order the order that the caller places next
   * @throws AppError COMPETITION_INACTIVE, ENTRY_CLOSED, NOT_FOUND, REASON_NEEDED
   */
  async settledNow(trader: Trader, order?: ReasonedOrder): Promise<{ account: SettledAccount; at: number }> {
    const { id: userId, game } = trader;
    for (let attempt = 0; attempt < 2; attempt++) {
      const now = this.#deps.market.now();
      const account = await this.#deps.settlement.settle(this.#deps.sql, userId, now, { game });
      // checked after the account is read: if the trader leaves the league in between, the account's version changes
      // and the commit fails
      if (isLeagueGame(game))
        await demandPlayer(this.#deps.sql, { userId, game, order }, this.#deps.clock.now());
      if (account) {
        const isActive = account.status === 'active';
        if (!isActive || !canTrade(trader, isActive)) throw fail('COMPETITION_INACTIVE');
        return { account, at: now };
      }
      if ((trader.game ?? 'season') === 'season' && (await newestSeason(this.#deps.sql))?.status !== 'active')
        break;
      await enterSeason(this.#deps.sql, trader, this.#deps.clock.now());
    }
    throw fail('COMPETITION_INACTIVE');
  }

  /**
   * Settles the account, decides a change and commits it. Starts again when another process changed the account first.
   * @throws AppError UNAVAILABLE after the last attempt
   */
  async commit<T>(
    trader: Trader,
    basis: Basis,
    decide: (
      account: SettledAccount,
      at: number,
      quote: Quote | null,
    ) => Promise<{ draft: Draft | null; answer: T; reason?: OrdersCommit['reason'] }>,
  ): Promise<T> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const quote = (await basis.quote?.()) ?? null;
      const { account, at: decidedAt } = await this.settledNow(trader, basis.order);
      const { draft, answer, reason } = await decide(account, decidedAt, quote);
      if (!draft) return answer;
      const isDone = await this.#deps.settlement.commit(this.#deps.sql, account, draft, decidedAt, {
        quoted: () => this.#deps.scenes.fillQuote(quote),
        markId: basis.markId ?? null,
        reason,
        patienceMs: PATIENCE_MS,
        idempotency: basis.key && { ...basis.key, response: JSON.stringify(answer) },
      });
      if (!isDone) continue;
      this.#deps.settlement.announce(account, draft);
      return answer;
    }
    throw fail('UNAVAILABLE');
  }
}

/**
 * An order with a clientOrderId keeps these refusals. Any other refusal becomes DUPLICATE_ORDER when an earlier order
 * has the clientOrderId.
 */
const BEFORE_ITS_NAME = new Set<string>(['COMPETITION_INACTIVE', 'UNKNOWN_SYMBOL', 'TOO_MANY_ORDERS']);

type Who = { idempotencyKey?: string | null; markId?: bigint | null };

type Deps = {
  sql: Sql;
  market: Market;
  clock: Clock;
  settings: Pick<Settings, 'quoteMaxAgeMs'>;
  priceCheck: PriceCheck;
  queue: Queue<number>;
  settlement: Settlement;
  dayVolumes: Pick<DayVolumes, 'bookFor'>;
  /** Covers the trader's shorts when the margin demands it. */
  checkMargin: (trader: Trader) => Promise<void>;
};

export class OrderService {
  readonly #deps: Deps;
  readonly #answers: ReturnType<typeof createAnswers<PlacedAnswer>>;
  readonly #scenes: Scenes;
  readonly #changes: Changes;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#answers = createAnswers<PlacedAnswer>(deps);
    this.#scenes = new Scenes(deps);
    this.#changes = new Changes({ ...deps, scenes: this.#scenes });
  }

  async #placeOnce(trader: Trader, request: NewOrder, who: Who, key: UsedKey | null): Promise<PlacedAnswer> {
    try {
      const check = async (knownQuote: Quote): Promise<void> => {
        await this.#rehearse(trader, request, knownQuote);
      };
      const newQuote = () => this.#inSeason(trader, this.#scenes.quoteFor(request, check));
      const basis = { markId: who.markId, key, quote: newQuote, order: request };
      return await this.#changes.commit(trader, basis, async (account, at, quote) => {
        const { draft, id } = await this.#decide(trader, request, { account, at, quote });
        const reason = request.reason ? { orderId: id, text: request.reason } : null;
        return { draft, answer: this.#placedAnswer(draft, id, request, account, quote), reason };
      });
    } catch (error) {
      if (isUniqueViolation(error, 'orders_client')) throw fail('DUPLICATE_ORDER');
      // a repeated request may be refused because the first request succeeded: DUPLICATE_ORDER is the true reason
      const isNamed =
        error instanceof AppError && !BEFORE_ITS_NAME.has(error.code) && request.clientOrderId !== null;
      if (isNamed && (await isNameUsed(this.#deps.sql, trader.id, request.clientOrderId!)))
        throw fail('DUPLICATE_ORDER');
      throw error;
    }
  }

  #bookFor(
    account: SettledAccount,
    { symbol, action }: Pick<NewOrder, 'symbol' | 'action'>,
    { at, pricedAt = at }: Scene,
  ): Promise<Book> | Book {
    if (!isOpening(action)) return account.book;
    return this.#deps.dayVolumes.bookFor(account, symbol, pricedAt);
  }

  #placedAnswer(
    draft: Draft,
    id: string,
    { symbol, action, size, quotedPrice = null }: NewOrder,
    { progress }: SettledAccount,
    quote: Quote | null,
  ): PlacedAnswer {
    const last = new Map(draft.changes.map(({ order }) => [order.id, order]));
    const isFilled = draft.fills.length > 0;
    const decision = { fills: draft.fills, cash: draft.cash, pnl: draft.pnl, xp: draft.xp };
    const order = { symbol, action, size, reverse: false, quotedPrice };
    return {
      order: wireOrder(
        last.get(id)!,
        isFilled ? this.#deps.settlement.fillOf(draft, draft.fills.length - 1) : null,
      ),
      children: [...last.values()]
        .filter((each) => each.parentId === id)
        .map((child) => wireOrder(child, null)),
      trade: isFilled ? answerOf(order, decision, progress, this.#scenes.fillQuote(quote)) : null,
    };
  }

  /**
   * Refuses to change an order that is final, even if settling ended it just now.
   * @throws AppError ORDER_FINAL with the order, ORDER_NOT_FOUND for an unknown order and for an order of another game
   */
  async #demandLive(trader: Trader, account: SettledAccount, id: string): Promise<void> {
    if (account.book.orders.has(id)) return;
    const row = await orderOf(this.#deps.sql, trader, id);
    if (row.game !== (trader.game ?? 'season')) throw fail('ORDER_NOT_FOUND');
    throw fail('ORDER_FINAL', { details: { order: wire(row) } });
  }

  /** Refuses a new order whose group (`oco`) is a final order. @throws AppError ORDER_NOT_FOUND, ORDER_FINAL */
  async #demandGroup(trader: Trader, account: SettledAccount, { oco }: NewOrder): Promise<void> {
    if (oco !== null && OrderId.safeParse({ id: oco }).success) await this.#demandLive(trader, account, oco);
  }

  /**
   * @throws AppError the codes of a trade and of `place` of core/orders, DAY_FULL, DUPLICATE_ORDER,
   * IDEMPOTENCY_MISMATCH
   */
  async place(trader: Trader, request: NewOrder, who: Who = {}): Promise<Once<PlacedAnswer>> {
    await this.#deps.checkMargin(trader);
    return await this.#deps.queue(trader.id, async () => {
      const text = who.idempotencyKey || null;
      const intent = { ...request, game: trader.game ?? 'season' };
      return await this.#answers.once(trader.id, text, intent, (key) =>
        this.#placeOnce(trader, request, who, key),
      );
    });
  }

  /** @throws AppError ORDER_NOT_FOUND, ORDER_FINAL, DAY_FULL, and those of `replace` of core/orders */
  async replace(user: Trader, id: string, next: Replacement): Promise<WireOrder> {
    const { order, game } = await orderOf(this.#deps.sql, user, id);
    const trader = { ...user, game };
    const changed = { ...order, ...next, isQueued: order.type === 'market' };
    const newQuote = () => this.#inSeason(trader, this.#scenes.quoteFor(changed));
    await this.#deps.queue(trader.id, () =>
      this.#changes.commit(trader, { key: null, quote: newQuote }, async (account, decidedAt, quote) => {
        await this.#demandLive(trader, account, id);
        demandEvents(account.today, account.book.siteTime(decidedAt));
        const orders = new Map(account.book.orders);
        // without `path` only the matching process knows the prices, so the stored trail extreme stays
        if (this.#deps.market.path) orders.set(id, this.#deps.settlement.marked(orders.get(id)!, decidedAt));
        const scene = await this.#scenes.sceneOf(quote, decidedAt);
        const book = await this.#bookFor(account, changed, scene);
        const draft = replace({ ...book, orders }, id, next, scene);
        const isMoved = next.stop !== undefined || next.trail !== undefined;
        if (draft && isMoved && order.status !== 'held') this.#scenes.demandPrice(changed, scene);
        return { draft, answer: null };
      }),
    );
    return wire(await orderOf(this.#deps.sql, trader, id));
  }

  /**
   * Cancels an order or its group. Succeeds again for an order that its trader has cancelled already.
   * @throws AppError ORDER_NOT_FOUND, ORDER_FINAL
   */
  async cancel(user: Trader, id: string, isGroup = false): Promise<WireOrder> {
    const row = await orderOf(this.#deps.sql, user, id);
    const trader = { ...user, game: row.game };
    if (row.order.reason === 'user') return wire(row);
    await this.#deps.queue(trader.id, () =>
      this.#changes.commit(trader, { key: null }, async (account, decidedAt) => {
        await this.#demandLive(trader, account, id);
        return { draft: cancelInBook(account.book, [id], 'user', decidedAt, isGroup), answer: null };
      }),
    );
    return wire(await orderOf(this.#deps.sql, trader, id));
  }

  /**
   * Cancels all working orders, or those of a symbol.
   * @returns the number cancelled, and the orders that became final before they could be cancelled
   */
  async cancelAll(trader: Trader, symbol: string | null): Promise<{ cancelled: number; final: WireOrder[] }> {
    const seasonId = await seasonIdOf(this.#deps.sql, trader.game);
    const filter: OrderFilter = { status: 'live', symbol, before: null, limit: 500 };
    const waiting = seasonId === null ? [] : await listOrders(this.#deps.sql, seasonId, trader.id, filter);
    const liveIds = waiting.filter(({ order }) => isLive(order)).map(({ order }) => order.id);
    const ids = await this.#cancelEach(trader, 'user', (order) => symbol === null || order.symbol === symbol);
    const over = liveIds.filter((id) => !ids.includes(id));
    return {
      cancelled: ids.length,
      final: await Promise.all(over.map(async (id) => wire(await orderOf(this.#deps.sql, trader, id)))),
    };
  }

  /** Cancels the working orders that `isMeant` chooses. @returns their ids */
  #cancelEach(
    trader: Trader,
    reason: CancelReason,
    isMeant: (order: WorkingOrder) => boolean,
  ): Promise<string[]> {
    return this.#deps.queue(trader.id, () =>
      this.#changes.commit(trader, { key: null }, async ({ book }, decidedAt) => {
        const ids = [...book.orders.values()].filter(isMeant).map((order) => order.id);
        return { draft: ids.length > 0 ? cancelInBook(book, ids, reason, decidedAt) : null, answer: ids };
      }),
    );
  }

  /** Cancels opening orders of a suspended trader. Closing orders stay, so that each position keeps its stop. */
  async suspend({ userId, game }: { userId: number; game: Game }): Promise<void> {
    await this.#cancelEach(traderOf(userId, game), 'suspended', ({ action }) => isOpening(action));
  }

  async endDelisted(userId: number, symbol: string, game: Game): Promise<void> {
    await this.#cancelEach(traderOf(userId, game), 'symbol_gone', (order) => order.symbol === symbol);
  }

  /**
   * Awaits a quote. Without a running season COMPETITION_INACTIVE takes precedence over UNKNOWN_SYMBOL.
   * @throws AppError COMPETITION_INACTIVE, and what `quote` throws
   */
  async #inSeason<Q>(trader: Trader, quote: Promise<Q>): Promise<Q> {
    try {
      return await quote;
    } catch (refusal) {
      if (refusal instanceof AppError && refusal.code === 'UNKNOWN_SYMBOL')
        await this.#changes.settledNow(trader);
      throw refusal;
    }
  }

  /** Decides a new order. @param at epoch ms of the market's clock @throws what placing throws */
  async #decide(
    trader: Trader,
    request: NewOrder,
    { account, at, quote }: { account: SettledAccount; at: number; quote: Quote | null },
  ) {
    const scene = await this.#scenes.sceneOf(quote, at);
    this.#scenes.demandPrice(request, scene);
    demandDay(account, request, at);
    await this.#demandGroup(trader, account, request);
    return { account, scene, ...place(await this.#bookFor(account, request, scene), request, scene) };
  }

  /** Decides an order as `#placeOnce` does, and stores nothing. @throws what placing throws */
  async #rehearse(trader: Trader, request: NewOrder, quote: Quote | null) {
    return await this.#decide(trader, request, { ...(await this.#changes.settledNow(trader)), quote });
  }

  /** Describes what `place` would do now. @throws what `place` throws */
  async preview(trader: Trader, request: NewOrder): Promise<PreviewAnswer> {
    const quote = await this.#inSeason(trader, this.#scenes.quoteOf(request.symbol));
    const { account, scene, draft, id } = await this.#rehearse(trader, request, quote);
    const available = subtract(account.book.cash, heldCash(account.book));
    const order = draft.changes.findLast((change) => change.order.id === id)!.order;
    const most =
      isOpening(order.action) && scene.last !== null ? mostFor(order, available, scene.last) : null;
    const level: PriceE4 | null = firesAt(order);
    const { currentStop } = wireOrder(order, null);
    return {
      hold: writeCents(order.hold),
      available: writeCents(available),
      maxQuantity: most === null ? null : plainDecimal(most, QUANTITY_DIGITS),
      firesAt: level === null ? currentStop : writePrice(level),
      wouldFillNow: draft.fills.length > 0,
    };
  }
}

const traderOf = (id: number, game: Game): Trader => ({ id, username: '', isAdmin: false, game });

/** @param decidedAt epoch ms of the market's clock @throws DAY_FULL when the order may not be placed before tomorrow */
function demandDay({ today, book }: SettledAccount, request: NewOrder, decidedAt: number): void {
  const now = book.siteTime(decidedAt);
  if (!closesAll(request, book.positions.get(request.symbol) ?? null))
    demandFills(today, now, book.rules, countReserved(book.orders.values()));
  demandEvents(today, now);
}
