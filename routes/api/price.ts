import { MESSAGES } from '#core/messages.ts';
import { divRound, PRICE_DIGITS, readPrice, toNumber } from '#core/money.ts';
import { tickerOf } from '#core/ticker.ts';
import { type PriceAnswer, PriceQuery } from '#core/wire/price.ts';
import { unknownSymbol } from '#core/wire/trade.ts';
import { api } from '#server/define.ts';
import { ageOf, isFresh, quoteOf } from '#server/quotes.ts';

/** The newest price of a ticker. */
export default api((app) =>
  app.get(
    '',
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
        stale: !isFresh(market, quote, settings.quoteMaxAgeMs),
        prevClose: toNumber(before, PRICE_DIGITS),
        changePercent: before > 0n ? toNumber(divRound((price - before) * 10_000n, before), 2) : 0,
        source: quote.source,
      };
      return reply.ok(answer);
    },
    { access: 'member', form: { failure: MESSAGES.priceFailed.message }, query: PriceQuery },
  ),
);
