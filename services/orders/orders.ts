/** What traders do with their orders. Everything due is filled first, so that nobody escapes a price. */
import { createHash } from 'node:crypto';
import { canTrade } from '#core/account/permissions.ts';
import { AppError, fail } from '#core/contract/errors.ts';
import {
  type OrderAnswer,
  type OrdersAnswer,
  type PlacedAnswer,
  type PreviewAnswer,
  type WireOrder,
  wireOrder,
} from '#core/contract/schemas/orders.ts';
import { answerOf } from '#core/contract/schemas/trade-answer.ts';
import {
  MICRO_DIGITS,
  type Price,
  plainDecimal,
  readPrice,
  writeCents,
  writePrice,
} from '#core/money/money.ts';
import { type Draft, heldCash } from '#core/orders/book.ts';
import { cancelOrders } from '#core/orders/follow.ts';
import { mostFor } from '#core/orders/hold.ts';
import { isLive, isOpening } from '#core/orders/order.ts';
import { firesAt, type NewOrder, place, type Replacement, replace, type Scene } from '#core/orders/place.ts';
import { isUniqueViolation, type Sql } from '#db/client.ts';
import { eventsOf, findOrder, listOrders, type OrderFilter, type OrderRow } from '#db/queries/orders.ts';
import { grantSeasonAccount, newestSeason } from '#db/queries/season/seasons.ts';
import { type Calendar, closeOf, createCalendar } from '#market/calendar.ts';
import { type Market, MarketUnavailableError, type Quote } from '#market/market.ts';
import type { PriceCheck } from '../market-split/price-check.ts';
import type { Clock } from '../platform/clock.ts';
import { createAnswers, type Once, type UsedKey } from '../platform/idempotency.ts';
import type { Queue } from '../platform/queue.ts';
import type { Settings } from '../platform/settings.ts';
import { ageOf, isFresh, notFresh, orderQuote } from '../trading/quotes.ts';
import type { Trader } from '../trading/trading.ts';
import type { Desk, Standing } from './desk.ts';

/** Times a change is decided anew after another process was faster. */
const ATTEMPTS = 40;
/** A placement takes effect this long after its instant at most, ms; later it is judged anew. */
const PATIENCE_MS = 2_000;

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

export class Orders {
  readonly #deps: Deps;
  readonly #answers: ReturnType<typeof createAnswers<PlacedAnswer>>;
  readonly #calendar: Calendar;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#answers = createAnswers<PlacedAnswer>(deps);
    this.#calendar = createCalendar(deps.market.capabilities.hours);
  }

  /** The end of the running session, or of the next one. A market that never closes ends its days in UTC. */
  #dayEnd(at: number): number {
    const opensAt = this.#calendar.state(at).opensAt ?? at;
    const session = this.#calendar.latest(opensAt);
    return session ? closeOf(session) : at;
  }

  /** The trader's account with all that was due until now. @throws AppError COMPETITION_INACTIVE */
  async #standingNow(trader: Trader): Promise<{ standing: Standing; at: number }> {
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

  /** The newest quote of a symbol; null where the source has no price now. @throws AppError UNKNOWN_SYMBOL */
  async #quoteOf(symbol: string): Promise<Quote | null> {
    try {
      return await orderQuote(this.#deps.market, symbol);
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNKNOWN_SYMBOL') throw error;
      if (error instanceof AppError || error instanceof MarketUnavailableError) return null;
      throw error;
    }
  }

  async #sceneOf(quote: Quote | null, at: number): Promise<Scene> {
    const mayFill =
      quote !== null &&
      this.#deps.market.session().open &&
      isFresh(this.#deps.market, quote, this.#deps.settings.quoteMaxAgeMs) &&
      (await this.#deps.priceCheck.demand(quote));
    return {
      ...{ at, isFresh: mayFill, dayEnd: this.#dayEnd(at) },
      last: quote === null ? null : readPrice(quote.price),
      newId: () => Bun.randomUUIDv7(),
    };
  }

  /** A market order fills now or waits for the opening; a stop has to know where the price stands. */
  #demandPrice(request: Pick<NewOrder, 'type' | 'isQueued' | 'symbol' | 'tif'>, scene: Scene): void {
    const { type, isQueued, symbol, tif } = request;
    const fillsNow = (type === 'market' && !isQueued) || tif === 'ioc' || tif === 'fok';
    if (fillsNow && !this.#deps.market.session().open) throw fail('MARKET_CLOSED');
    if (fillsNow && !scene.isFresh) throw notFresh(this.#deps.market, symbol);
    const needsPrice = type !== 'limit';
    if (
      needsPrice &&
      (scene.last === null || (!scene.isFresh && this.#deps.market.session().open && !this.#deps.market.path))
    )
      throw notFresh(this.#deps.market, symbol);
  }

  #quotedAs = (quote: Quote | null) => () => ({
    asOfMs: quote?.asOfMs ?? this.#deps.market.now(),
    ageMs: quote?.asOfMs ? ageOf(this.#deps.market, quote.asOfMs) : 0,
    source: quote?.source ?? this.#deps.market.source,
  });

  /** Decides and commits anew for as long as somebody else is faster. @returns what `decide` answered */
  async #commit<T>(
    trader: Trader,
    more: Who & { key: UsedKey | null; quote: Quote | null },
    decide: (standing: Standing, at: number) => Promise<{ draft: Draft | null; answer: T }>,
  ): Promise<T> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { standing, at } = await this.#standingNow(trader);
      const { draft, answer } = await decide(standing, at);
      if (!draft) return answer;
      const isDone = await this.#deps.desk.commit(this.#deps.sql, standing, draft, at, {
        ...{ quoted: this.#quotedAs(more.quote), markId: more.markId ?? null, patienceMs: PATIENCE_MS },
        idempotency: more.key && { ...more.key, response: JSON.stringify(answer) },
      });
      if (!isDone) continue;
      this.#deps.desk.announce(standing, draft);
      return answer;
    }
    throw fail('UNAVAILABLE');
  }

  async #placeOnce(trader: Trader, request: NewOrder, who: Who, key: UsedKey | null): Promise<PlacedAnswer> {
    const quote = await this.#quoteOf(request.symbol);
    try {
      return await this.#commit(trader, { ...who, key, quote }, async (standing, at) => {
        const scene = await this.#sceneOf(quote, at);
        this.#demandPrice(request, scene);
        const { draft, id } = place(standing.book, request, scene);
        return { draft, answer: this.#placedAnswer(draft, id, request, standing, quote) };
      });
    } catch (error) {
      if (isUniqueViolation(error) && String(error).includes('orders_client')) throw fail('DUPLICATE_ORDER');
      throw error;
    }
  }

  #placedAnswer(
    draft: Draft,
    id: string,
    { symbol, action, size }: NewOrder,
    { progress }: Standing,
    quote: Quote | null,
  ): PlacedAnswer {
    const last = new Map(draft.changes.map(({ order }) => [order.id, order]));
    const isFilled = draft.legs.length > 0;
    const decision = { legs: draft.legs, cash: draft.cash, pnl: draft.pnl, xp: draft.xp };
    const order = { symbol, action, size, reverse: false, quotedPrice: null };
    return {
      order: wireOrder(last.get(id)!, isFilled ? this.#deps.desk.fillOf(draft, draft.legs.length - 1) : null),
      children: [...last.values()]
        .filter((each) => each.parentId === id)
        .map((child) => wireOrder(child, null)),
      trade: isFilled ? answerOf(order, decision, progress, this.#quotedAs(quote)()) : null,
    };
  }

  /** @throws AppError ORDER_NOT_FOUND */
  async #rowOf(trader: Trader, id: string): Promise<OrderRow> {
    const row = await findOrder(this.#deps.sql, trader.id, id);
    if (!row) throw fail('ORDER_NOT_FOUND');
    return row;
  }
  /** @throws AppError ORDER_FINAL with the order, also when settling just ended it */
  async #demandLive(trader: Trader, standing: Standing, id: string): Promise<void> {
    if (standing.book.orders.has(id)) return;
    throw fail('ORDER_FINAL', { details: { order: wire(await this.#rowOf(trader, id)) } });
  }

  /** Places an order. @throws AppError what `place` and a trade throw, and DUPLICATE_ORDER */
  async place(trader: Trader, request: NewOrder, who: Who = {}): Promise<Once<PlacedAnswer>> {
    return await this.#deps.queue(trader.id, async () => {
      const { idempotencyKey: text } = who;
      if (!text) return { answer: await this.#placeOnce(trader, request, who, null), replayed: false };
      return await this.#answers.once(trader.id, text, hashOf(request), (key) =>
        this.#placeOnce(trader, request, who, key),
      );
    });
  }

  /** Changes a live order. @throws AppError ORDER_NOT_FOUND, ORDER_FINAL, what `replace` throws */
  async replace(trader: Trader, id: string, next: Replacement): Promise<WireOrder> {
    const { order } = await this.#rowOf(trader, id);
    const quote = await this.#quoteOf(order.symbol);
    await this.#deps.queue(trader.id, () =>
      this.#commit(trader, { key: null, quote }, async (standing, at) => {
        await this.#demandLive(trader, standing, id);
        const orders = new Map(standing.book.orders);
        orders.set(id, this.#deps.desk.marked(orders.get(id)!, at));
        const draft = replace({ ...standing.book, orders }, id, next, await this.#sceneOf(quote, at));
        return { draft, answer: null };
      }),
    );
    return wire(await this.#rowOf(trader, id));
  }

  /** Cancels an order, or its whole group; one's own cancelled order is cancelled. @throws AppError ORDER_NOT_FOUND, ORDER_FINAL */
  async cancel(trader: Trader, id: string, isGroup = false): Promise<WireOrder> {
    const before = await this.#rowOf(trader, id);
    if (before.order.reason === 'user') return wire(before);
    await this.#deps.queue(trader.id, () =>
      this.#commit(trader, { key: null, quote: null }, async (standing, at) => {
        await this.#demandLive(trader, standing, id);
        return { draft: cancelOrders(standing.book, [id], 'user', at, isGroup), answer: null };
      }),
    );
    return wire(await this.#rowOf(trader, id));
  }

  /** Cancels all live orders, or those of a symbol. `final`: what was over by then. */
  async cancelAll(trader: Trader, symbol: string | null): Promise<{ cancelled: number; final: WireOrder[] }> {
    const isMeant = (order: { symbol: string }) => symbol === null || order.symbol === symbol;
    const season = await newestSeason(this.#deps.sql);
    const filter: OrderFilter = { status: 'live', symbol, before: null, limit: 500 };
    const before = season ? await listOrders(this.#deps.sql, season.id, trader.id, filter) : [];
    const liveIds = before.filter(({ order }) => isLive(order)).map(({ order }) => order.id);
    const ids = await this.#deps.queue(trader.id, () =>
      this.#commit(trader, { key: null, quote: null }, async ({ book }, at) => {
        const live = [...book.orders.values()].filter(isMeant).map((order) => order.id);
        return { draft: live.length > 0 ? cancelOrders(book, live, 'user', at) : null, answer: live };
      }),
    );
    const over = liveIds.filter((id) => !ids.includes(id));
    return {
      cancelled: ids.length,
      final: await Promise.all(over.map(async (id) => wire(await this.#rowOf(trader, id)))),
    };
  }

  /** What a placement would come to; nothing is stored. @throws what `place` throws but NOT_ENOUGH_CASH */
  async preview(trader: Trader, request: NewOrder): Promise<PreviewAnswer> {
    const quote = await this.#quoteOf(request.symbol);
    const { standing, at } = await this.#standingNow(trader);
    const scene = await this.#sceneOf(quote, at);
    this.#demandPrice(request, scene);
    const available = standing.book.cash - heldCash(standing.book);
    const { draft, id } = place(standing.book, request, scene);
    const order = draft.changes.findLast((change) => change.order.id === id)!.order;
    const most =
      isOpening(order.action) && scene.last !== null ? mostFor(order, available, scene.last) : null;
    const level: Price | null = firesAt(order);
    return {
      hold: writeCents(order.hold),
      available: writeCents(available),
      maxQuantity: most === null ? null : plainDecimal(most, MICRO_DIGITS),
      firesAt: level === null ? null : writePrice(level),
      wouldFillNow: draft.legs.length > 0,
    };
  }

  /** The trader's orders of the newest season, newest first, children with their parents. */
  async list(trader: Trader, filter: OrderFilter): Promise<OrdersAnswer> {
    const season = await newestSeason(this.#deps.sql);
    if (!season) return { orders: [], next: null };
    const rows = await listOrders(this.#deps.sql, season.id, trader.id, filter);
    const orders = rows
      .filter(({ order }) => order.parentId === null)
      .map((row) => ({
        ...wire(row),
        children: rows.filter(({ order }) => order.parentId === row.order.id).map(wire),
      }));
    return { orders, next: orders.length < filter.limit ? null : (orders.at(-1)?.id ?? null) };
  }

  /** One order with all that happened to it. @throws AppError ORDER_NOT_FOUND */
  async find(trader: Trader, id: string): Promise<OrderAnswer> {
    const row = await this.#rowOf(trader, id);
    const events = (await eventsOf(this.#deps.sql, id)).map(({ at, recordedAt, ...event }) => ({
      ...event,
      at: at.toISOString(),
      recordedAt: recordedAt.toISOString(),
    }));
    return { order: wire(row), events };
  }
}

const wire = ({ order, fill }: OrderRow): WireOrder => wireOrder(order, fill);

/** What makes two requests the same one. */
function hashOf(request: NewOrder): Uint8Array {
  const text = JSON.stringify(request, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  return createHash('sha256').update(text).digest();
}
