/** The market as an order sees it: newest price, whether an order may fill at it, and the end of the day. */
import { readPrice } from '#core/money/money.ts';
import type { Scene, WorkingOrder } from '#core/orders/order.ts';
import { isMarketable, type NewOrder } from '#core/orders/place.ts';
import { AppError, fail } from '#core/refusals/refusals.ts';
import type { FillQuote } from '#db/queries/trading/commit.ts';
import { type Calendar, createCalendar, dayEnd } from '#market/calendar.ts';
import { type Market, MarketUnavailableError, type Quote } from '#market/market.ts';
import type { PriceCheck } from '../market/price-check.ts';
import { ageOf, isFresh, notFresh, orderQuote } from '../market/quotes.ts';
import type { Settings } from '../platform/settings.ts';

type Deps = { market: Market; settings: Pick<Settings, 'quoteMaxAgeMs'>; priceCheck: PriceCheck };

export class Scenes {
  readonly #deps: Deps;
  readonly #calendar: Calendar;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#calendar = createCalendar(deps.market.capabilities.hours);
  }

  /** Returns the newest quote of a symbol; null when the source has no price now. @throws AppError UNKNOWN_SYMBOL */
  async quoteOf(symbol: string): Promise<Quote | null> {
    try {
      return await orderQuote(this.#deps.market, symbol);
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNKNOWN_SYMBOL') throw error;
      if (error instanceof AppError || error instanceof MarketUnavailableError) return null;
      throw error;
    }
  }

  /**
   * Returns the quote to decide an order on. If the order could fill at once, a polled market waits for the first
   * quote received after the order. On a timeout it returns the known price without a time, and so no order fills.
   * @param check called before the wait; throws when the order is refused at the known price
   * @throws AppError UNKNOWN_SYMBOL
   */
  async quoteFor(
    order: Pick<NewOrder, 'symbol' | 'action' | 'type' | 'limit' | 'isQueued'> &
      Partial<Pick<WorkingOrder, 'status'>>,
    check?: (known: Quote) => Promise<void>,
  ): Promise<Quote | null> {
    const { market, settings } = this.#deps;
    const { symbol } = order;
    const next = market.nextQuote?.(symbol);
    const quote = await this.quoteOf(symbol);
    const isOpen = quote !== null && market.session().open && isFresh(market, quote, settings.quoteMaxAgeMs);
    if (!next || !isOpen || !isMarketable(order, readPrice(quote.price), order.isQueued)) return quote;
    await check?.(quote);
    const received = await next().catch((error: unknown) => {
      if (error instanceof MarketUnavailableError) return null;
      throw error;
    });
    return received ?? { ...quote, asOfMs: null };
  }

  /** Describes the market at an instant. @param marketMs epoch ms of the market's clock @throws AppError SPLIT_CHECK */
  async sceneOf(quote: Quote | null, marketMs: number): Promise<Scene> {
    const { market, settings, priceCheck } = this.#deps;
    const mayFill =
      quote !== null &&
      market.session().open &&
      isFresh(market, quote, settings.quoteMaxAgeMs) &&
      (await priceCheck.demand(quote));
    return {
      at: marketMs,
      pricedAt: quote?.asOfMs ?? marketMs,
      isFresh: mayFill,
      dayEnd: dayEnd(this.#calendar, marketMs),
      last: quote === null ? null : readPrice(quote.price),
      newId: () => Bun.randomUUIDv7(),
    };
  }

  /**
   * Refuses an order that needs a price and has none:
   * - a market order that fills now needs an open market and a fresh price;
   * - stops and queued market orders need any price, and a fresh one while a polled market is open;
   * - limit orders need no price, and IOC and FOK orders are cancelled instead of refused.
   * @throws AppError MARKET_CLOSED, STALE_PRICE
   */
  demandPrice(request: Pick<NewOrder, 'type' | 'isQueued' | 'symbol' | 'tif'>, scene: Scene): void {
    const { market } = this.#deps;
    const { type, isQueued, symbol, tif } = request;
    if (tif === 'ioc' || tif === 'fok') return;
    const fillsNow = type === 'market' && !isQueued;
    if (fillsNow && !market.session().open) throw fail('MARKET_CLOSED');
    if (fillsNow && !scene.isFresh) throw notFresh(market, symbol);
    const needsPrice = type !== 'limit';
    if (needsPrice && (scene.last === null || (!scene.isFresh && market.session().open && !market.path)))
      throw notFresh(market, symbol);
  }

  fillQuote(quote: Quote | null): Omit<FillQuote, 'quotedPrice'> {
    const { market } = this.#deps;
    return {
      asOfMs: quote?.asOfMs ?? market.now(),
      ageMs: quote?.asOfMs ? ageOf(market, quote.asOfMs) : 0,
      source: quote?.source ?? market.source,
    };
  }
}
