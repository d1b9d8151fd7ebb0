import { endpoints } from '#core/contract/endpoints.ts';
import type { PriceAnswer } from '#core/contract/positions.ts';
import { unknownSymbol } from '#core/contract/trade.ts';
import { tickerOf } from '#core/market/ticker.ts';
import { PERCENT_DIGITS, PRICE_DIGITS, readPrice, toNumber } from '#core/money/money.ts';
import { portionOf, subtract } from '#core/money/units.ts';
import { handle } from '#framework/endpoint.ts';
import { ageOf, isFresh, quoteOf } from '#services/market/quotes.ts';

export default handle(
  endpoints.price,
  { failure: 'chart:priceFailed' },
  async ({ query, services, reply }) => {
    const symbol = tickerOf(query.symbol);
    if (symbol === null) throw unknownSymbol(query.symbol);
    const { market, settings } = services;
    const quote = await quoteOf(market, symbol);
    const [price, before] = [readPrice(quote.price), readPrice(quote.prevClose)];
    const answer: PriceAnswer = {
      symbol,
      price: toNumber(price, PRICE_DIGITS),
      asOf: quote.asOfMs === null ? null : new Date(quote.asOfMs).toISOString(),
      ageMs: quote.asOfMs === null ? null : ageOf(market, quote.asOfMs),
      stale: !market.session().open || !isFresh(market, quote, settings.quoteMaxAgeMs),
      prevClose: toNumber(before, PRICE_DIGITS),
      changePercent: before > 0n ? toNumber(portionOf(subtract(price, before), before), PERCENT_DIGITS) : 0,
      source: quote.source,
    };
    return reply.ok(answer);
  },
);
