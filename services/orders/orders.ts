/** What traders do with their orders. Everything due is filled first, so that nobody escapes a price. */

import { createHash } from 'node:crypto';
import { canTrade } from '#core/account/permissions.ts';
import { OrderId } from '#core/contract/order-request.ts';
import { type PlacedAnswer, type PreviewAnswer, type WireOrder, wireOrder } from '#core/contract/orders.ts';
import { answerOf } from '#core/contract/trade.ts';
import { plainDecimal, QUANTITY_DIGITS, writeCents, writePrice } from '#core/money/money.ts';
import { type PriceE4, subtract } from '#core/money/units.ts';
import { type Draft, heldCash } from '#core/orders/book.ts';
import { cancelInBook } from '#core/orders/follow.ts';
import { mostFor } from '#core/orders/hold.ts';
import { type CancelReason, firesAt, isLive, isOpening, type WorkingOrder } from '#core/orders/order.ts';
import { type NewOrder, place, type Replacement, replace } from '#core/orders/place.ts';
import { AppError, fail } from '#core/refusals/refusals.ts';
import { demandEvents, demandFills } from '#core/trading/day-limits.ts';
import { isUniqueViolation, type Sql } from '#db/client.ts';
import { isNameUsed, listOrders, type OrderFilter } from '#db/queries/orders/read.ts';
import { grantSeasonAccount, newestSeason } from '#db/queries/season/seasons.ts';
import type { Market, Quote } from '#market/market.ts';
import type { PriceCheck } from '../market/price-check.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queue } from '../platform/concurrency.ts';
import { createAnswers, type Once, type UsedKey } from '../platform/idempotency.ts';
import type { Settings } from '../platform/settings.ts';
import type { Trader } from '../trading/trading.ts';
import type { Desk } from './desk.ts';
import { orderOf, wire } from './reading.ts';
import { Scenes } from './scene.ts';
import type { SettledAccount } from './writes.ts';

/** Changes of a trader's orders: everything due is filled first, then it is decided and committed. */

/** Times a change is decided anew after another process was faster. */
const ATTEMPTS = 40;
/** A placement takes effect this long after its instant at most, ms; later it is judged anew. */
const PATIENCE_MS = 2_000;

type ChangeDeps = { sql: Sql; market: Pick<Market, 'now'>; desk: Desk; scenes: Scenes };
/** What a change is decided on and stored with. */
type Basis = {
  markId?: bigint | null;
  key: UsedKey | null;
  /** Asked for each attempt: a price known before the last attempt failed is an older one. Absent: none is needed. */
  quote?: () => Promise<Quote | null>;
};

export class Changes {
  readonly #deps: ChangeDeps;

  constructor(deps: ChangeDeps) {
    this.#deps = deps;
  }

  /** The trader's account with all that was due until now. @throws AppError COMPETITION_INACTIVE */
  async standingNow(trader: Trader): Promise<{ standing: SettledAccount; at: number }> {
    for (let attempt = 0; attempt < 2; attempt++) {
      const at = this.#deps.market.now();
      const standing = await this.#deps.desk.settle(this.#deps.sql, trader.id, at);
      if (standing) {
        const isActive = standing.status === 'active';
        if (!isActive || !canTrade(trader, isActive)) throw fail('COMPETITION_INACTIVE');
        return { standing, at };
      }
      const season = await newestSeason(this.#deps.sql);
      if (season?.status !== 'active') break;
      await grantSeasonAccount(this.#deps.sql, season.id, trader.id);
    }
    throw fail('COMPETITION_INACTIVE');
  }

  /** Decides and commits anew for as long as somebody else is faster. @returns what `decide` answered */
  async commit<T>(
    trader: Trader,
    basis: Basis,
    decide: (
      standing: SettledAccount,
      at: number,
      quote: Quote | null,
    ) => Promise<{ draft: Draft | null; answer: T }>,
  ): Promise<T> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const quote = (await basis.quote?.()) ?? null;
      const { standing, at } = await this.standingNow(trader);
      const { draft, answer } = await decide(standing, at, quote);
      if (!draft) return answer;
      const isDone = await this.#deps.desk.commit(this.#deps.sql, standing, draft, at, {
        ...{
          quoted: () => this.#deps.scenes.fillQuote(quote),
          markId: basis.markId ?? null,
          patienceMs: PATIENCE_MS,
        },
        idempotency: basis.key && { ...basis.key, response: JSON.stringify(answer) },
      });
      if (!isDone) continue;
      this.#deps.desk.announce(standing, draft);
      return answer;
    }
    throw fail('UNAVAILABLE');
  }
}

/** Refusals that take precedence over DUPLICATE_ORDER. */
const BEFORE_ITS_NAME = new Set<string>(['COMPETITION_INACTIVE', 'UNKNOWN_SYMBOL', 'TOO_MANY_ORDERS']);

type Who = { idempotencyKey?: string | null; markId?: bigint | null };

type Deps = {
  sql: Sql;
  market: Market;
  clock: Clock;
  settings: Pick<Settings, 'quoteMaxAgeMs'>;
  priceCheck: PriceCheck;
  queue: Queue<number>;
  desk: Desk;
};

export class OrderDesk {
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
      const check = async (known: Quote) => void (await this.#rehearse(trader, request, known));
      const newQuote = () => this.#inSeason(trader, this.#scenes.quoteFor(request, check));
      const basis = { markId: who.markId, key, quote: newQuote };
      return await this.#changes.commit(trader, basis, async (standing, at, quote) => {
        const scene = await this.#scenes.sceneOf(quote, at);
        this.#scenes.demandPrice(request, scene);
        demandDay(standing, at);
        await this.#demandGroup(trader, standing, request);
        const { draft, id } = place(standing.book, request, scene);
        return { draft, answer: this.#placedAnswer(draft, id, request, standing, quote) };
      });
    } catch (error) {
      if (isUniqueViolation(error, 'orders_client')) throw fail('DUPLICATE_ORDER');
      // a repeat can be refused because of the first order of the same clientOrderId: then that is the reason
      const isNamed =
        error instanceof AppError && !BEFORE_ITS_NAME.has(error.code) && request.clientOrderId !== null;
      if (isNamed && (await isNameUsed(this.#deps.sql, trader.id, request.clientOrderId!)))
        throw fail('DUPLICATE_ORDER');
      throw error;
    }
  }

  #placedAnswer(
    draft: Draft,
    id: string,
    { symbol, action, size, quotedPrice = null }: NewOrder,
    { progress }: SettledAccount,
    quote: Quote | null,
  ): PlacedAnswer {
    const last = new Map(draft.changes.map(({ order }) => [order.id, order]));
    const isFilled = draft.legs.length > 0;
    const decision = { legs: draft.legs, cash: draft.cash, pnl: draft.pnl, xp: draft.xp };
    const order = { symbol, action, size, reverse: false, quotedPrice };
    return {
      order: wireOrder(last.get(id)!, isFilled ? this.#deps.desk.fillOf(draft, draft.legs.length - 1) : null),
      children: [...last.values()]
        .filter((each) => each.parentId === id)
        .map((child) => wireOrder(child, null)),
      trade: isFilled ? answerOf(order, decision, progress, this.#scenes.fillQuote(quote)) : null,
    };
  }

  /** @throws AppError ORDER_FINAL with the order, also when settling just ended it */
  async #demandLive(trader: Trader, standing: SettledAccount, id: string): Promise<void> {
    if (standing.book.orders.has(id)) return;
    throw fail('ORDER_FINAL', { details: { order: wire(await orderOf(this.#deps.sql, trader, id)) } });
  }

  /** Joining the group of an order that is over is refused. @throws AppError ORDER_NOT_FOUND, ORDER_FINAL */
  async #demandGroup(trader: Trader, standing: SettledAccount, { oco }: NewOrder): Promise<void> {
    if (oco !== null && OrderId.safeParse({ id: oco }).success) await this.#demandLive(trader, standing, oco);
  }

  /** Places an order. @throws AppError what `place` and a trade throw, DAY_FULL and DUPLICATE_ORDER */
  async place(trader: Trader, request: NewOrder, who: Who = {}): Promise<Once<PlacedAnswer>> {
    return await this.#deps.queue(trader.id, async () => {
      const { idempotencyKey: text } = who;
      if (!text) return { answer: await this.#placeOnce(trader, request, who, null), replayed: false };
      return await this.#answers.once(trader.id, text, hashOf(request), (key) =>
        this.#placeOnce(trader, request, who, key),
      );
    });
  }

  /** Changes a live order. @throws AppError ORDER_NOT_FOUND, ORDER_FINAL, DAY_FULL, what `replace` throws */
  async replace(trader: Trader, id: string, next: Replacement): Promise<WireOrder> {
    const { order } = await orderOf(this.#deps.sql, trader, id);
    const changed = { ...order, ...next, isQueued: order.type === 'market' };
    const newQuote = () => this.#inSeason(trader, this.#scenes.quoteFor(changed));
    await this.#deps.queue(trader.id, () =>
      this.#changes.commit(trader, { key: null, quote: newQuote }, async (standing, at, quote) => {
        await this.#demandLive(trader, standing, id);
        demandEvents(standing.today, standing.book.siteTime(at));
        const orders = new Map(standing.book.orders);
        // what a bought feed said only the process that listens knows: there the mark goes on from where it was
        if (this.#deps.market.path) orders.set(id, this.#deps.desk.marked(orders.get(id)!, at));
        const scene = await this.#scenes.sceneOf(quote, at);
        const draft = replace({ ...standing.book, orders }, id, next, scene);
        const isMoved = next.stop !== undefined || next.trail !== undefined;
        if (draft && isMoved && order.status !== 'held') this.#scenes.demandPrice(changed, scene);
        return { draft, answer: null };
      }),
    );
    return wire(await orderOf(this.#deps.sql, trader, id));
  }

  /** Cancels an order, or its whole group; one's own cancelled order is cancelled. @throws AppError ORDER_NOT_FOUND, ORDER_FINAL */
  async cancel(trader: Trader, id: string, isGroup = false): Promise<WireOrder> {
    const before = await orderOf(this.#deps.sql, trader, id);
    if (before.order.reason === 'user') return wire(before);
    await this.#deps.queue(trader.id, () =>
      this.#changes.commit(trader, { key: null }, async (standing, at) => {
        await this.#demandLive(trader, standing, id);
        return { draft: cancelInBook(standing.book, [id], 'user', at, isGroup), answer: null };
      }),
    );
    return wire(await orderOf(this.#deps.sql, trader, id));
  }

  /** Cancels all live orders, or those of a symbol. `final`: what was over by then. */
  async cancelAll(trader: Trader, symbol: string | null): Promise<{ cancelled: number; final: WireOrder[] }> {
    const isMeant = (order: { symbol: string }) => symbol === null || order.symbol === symbol;
    const season = await newestSeason(this.#deps.sql);
    const filter: OrderFilter = { status: 'live', symbol, before: null, limit: 500 };
    const before = season ? await listOrders(this.#deps.sql, season.id, trader.id, filter) : [];
    const liveIds = before.filter(({ order }) => isLive(order)).map(({ order }) => order.id);
    const ids = await this.#deps.queue(trader.id, () =>
      this.#changes.commit(trader, { key: null }, async ({ book }, at) => {
        const live = [...book.orders.values()].filter(isMeant).map((order) => order.id);
        return { draft: live.length > 0 ? cancelInBook(book, live, 'user', at) : null, answer: live };
      }),
    );
    const over = liveIds.filter((id) => !ids.includes(id));
    return {
      cancelled: ids.length,
      final: await Promise.all(over.map(async (id) => wire(await orderOf(this.#deps.sql, trader, id)))),
    };
  }

  /** Cancels live orders of a trader who did not ask for it. */
  async #end(id: number, reason: CancelReason, isMeant: (order: WorkingOrder) => boolean): Promise<void> {
    const trader = { id, username: '', isAdmin: false };
    await this.#deps.queue(id, () =>
      this.#changes.commit(trader, { key: null }, async ({ book }, at) => {
        const ids = [...book.orders.values()].filter(isMeant).map((order) => order.id);
        return { draft: ids.length > 0 ? cancelInBook(book, ids, reason, at) : null, answer: null };
      }),
    );
  }

  /** Ends what a suspended trader waited to open. What closes goes on: no position is left without its stop. */
  async suspend(userId: number): Promise<void> {
    await this.#end(userId, 'suspended', ({ action }) => isOpening(action));
  }

  /** Ends all orders of a trader in a ticker that left the market. */
  async endDelisted(userId: number, symbol: string): Promise<void> {
    await this.#end(userId, 'symbol_gone', (order) => order.symbol === symbol);
  }

  /** A ticker is refused in a season that is on, not without one. @throws AppError COMPETITION_INACTIVE, else what `quote` throws */
  async #inSeason<Q>(trader: Trader, quote: Promise<Q>): Promise<Q> {
    try {
      return await quote;
    } catch (refusal) {
      if (refusal instanceof AppError && refusal.code === 'UNKNOWN_SYMBOL')
        await this.#changes.standingNow(trader);
      throw refusal;
    }
  }

  /** What a placement at a quote would do now. @throws what `place` throws */
  async #rehearse(trader: Trader, request: NewOrder, quote: Quote | null) {
    const { standing, at } = await this.#changes.standingNow(trader);
    const scene = await this.#scenes.sceneOf(quote, at);
    this.#scenes.demandPrice(request, scene);
    demandDay(standing, at);
    await this.#demandGroup(trader, standing, request);
    return { standing, scene, ...place(standing.book, request, scene) };
  }

  /** What a placement would come to; nothing is stored. @throws what `place` throws */
  async preview(trader: Trader, request: NewOrder): Promise<PreviewAnswer> {
    const quote = await this.#inSeason(trader, this.#scenes.quoteOf(request.symbol));
    const { standing, scene, draft, id } = await this.#rehearse(trader, request, quote);
    const available = subtract(standing.book.cash, heldCash(standing.book));
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
      wouldFillNow: draft.legs.length > 0,
    };
  }
}

/** @param at epoch ms of the market's clock @throws DAY_FULL when no order may be placed before tomorrow */
function demandDay({ today, book }: SettledAccount, at: number): void {
  const now = book.siteTime(at);
  demandFills(today, now);
  demandEvents(today, now);
}

/** What makes two requests the same one. */
function hashOf(request: NewOrder): Uint8Array {
  const text = JSON.stringify(request, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  return createHash('sha256').update(text).digest();
}
