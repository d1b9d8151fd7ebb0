import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { dayOf, isoDate } from '#market/calendar.ts';
import { askMarket, knownTicker } from '#services/market/quotes.ts';
import { effectiveMs } from '#services/market/splits.ts';

const YEAR_DAYS = 366;

/** Returns the splits of a ticker that are in effect. */
export default handle(endpoints.splits, async ({ query, services: { market }, reply }) => {
  const symbol = knownTicker(query.symbol);
  const now = market.now();
  const splits = await askMarket(symbol, () => market.splits(symbol, isoDate(dayOf(now) - YEAR_DAYS)));
  const timed = splits.map(({ date, ...split }) => ({ ...split, effectiveAt: effectiveMs(date) }));
  return reply.ok(
    timed
      .filter(({ effectiveAt }) => effectiveAt <= now)
      .map(({ effectiveAt, numerator, denominator }) => ({
        effectiveAt: effectiveAt / 1000,
        numerator,
        denominator,
      })),
  );
});
