/** The market as an order meets it: its newest price, whether that may fill it, and how long the day still is. */

import { readPrice } from '#core/money/money.ts';
import type { WorkingOrder } from '#core/orders/order.ts';
import { isMarketable, type NewOrder } from '#core/orders/place.ts';
import type { Scene } from '#core/orders/scene.ts';
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

  /** The newest quote of a symbol; null where the source has no price now. @throws AppError UNKNOWN_SYMBOL */
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
   * The quote an order is decided on: where it could fill at once, the first one that came after it, if the source is
   * asked for prices. One that does not come in time leaves the price known before, which fills nothing.
   * @param check an order refused at the known price need not wait for a newer one @throws AppError UNKNOWN_SYMBOL
   */
  async quoteFor(
    order: Pick<NewOrder, 'symbol' | 'action' | 'type' | 'limit' | 'isQueued'> &
      Partial<Pick<WorkingOrder, 'status'>>,
    check?: (known: Quote) => Promise<void>,
  ): Promise<Quote | null> {
    const { market, settings } = this.#deps;
    const { symbol } = order;
    const next = market.nextQuote?.(symbol);
    const known = await this.quoteOf(symbol);
    const isOpen = known !== null && market.session().open && isFresh(market, known, settings.quoteMaxAgeMs);
    if (!next || !isOpen || !isMarketable(order, readPrice(known.price), order.isQueued)) return known;
    await check?.(known);
    const received = await next().catch((error: unknown) => {
      if (error instanceof MarketUnavailableError) return null;
      throw error;
    });
    return received ?? { ...known, asOfMs: null };
  }

  /** @param at epoch ms of the market's clock */
  async sceneOf(quote: Quote | null, at: number): Promise<Scene> {
    const { market, settings, priceCheck } = this.#deps;
    const mayFill =
      quote !== null &&
      market.session().open &&
      isFresh(market, quote, settings.quoteMaxAgeMs) &&
      (await priceCheck.demand(quote));
    return {
      ...{ at, isFresh: mayFill, dayEnd: dayEnd(this.#calendar, at) },
      last: quote === null ? null : readPrice(quote.price),
      newId: () => Bun.randomUUIDv7(),
    };
  }

  /**
   * A market order fills now or waits for the opening; a stop has to know where the price stands. An order that may not wait is never
   * refused here: without a fresh price it is cancelled.
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

  /** What a fill at the quote notes of it. */
  fillQuote(quote: Quote | null): Omit<FillQuote, 'quotedPrice'> {
    const { market } = this.#deps;
    return {
      asOfMs: quote?.asOfMs ?? market.now(),
      ageMs: quote?.asOfMs ? ageOf(market, quote.asOfMs) : 0,
      source: quote?.source ?? market.source,
    };
  }
}
