/** The first data of a chart panel: bars, company, newest price, or a sentence that explains why they are missing. */
import type { LastPrice, Opening, PanelRequest, PanelStart } from '#components/chart/panel.ts';
import { formatDay, formatTime } from '#core/locale/format.ts';
import { changePercent } from '#core/market/price-text.ts';
import { AppError } from '#core/refusals/refusals.ts';
import type { RequestContext } from '#framework/define.ts';
import { textsOf } from '#framework/failure.ts';
import { candlesFor } from '#market/candles.ts';
import { type Market, marketLabel } from '#market/market.ts';
import type { Services } from '../services.ts';
import { askMarket, quoteOf } from './quotes.ts';
import { splitsInEffect } from './splits.ts';

type Reader = Pick<RequestContext, 't' | 'say' | 'locale' | 'zone'>;

/**
 * Reads the first data of a panel. An unknown ticker, or an unavailable market, becomes a sentence on the chart
 * instead of an error page.
 */
export async function loadPanel(
  { market }: Pick<Services, 'market'>,
  request: PanelRequest,
  reader: Reader,
): Promise<PanelStart> {
  const { symbol, interval } = request;
  const blank = {
    ...request,
    ticket: null,
    company: null,
    last: null,
    candles: [],
    source: reader.t(...marketLabel(market)),
    age: null,
    opening: openingOf(market, reader),
    splits: null,
    problem: null,
  };
  // bars are enough to show a chart without name or newest price
  const [bars, profile, last, splits] = await Promise.allSettled([
    askMarket(symbol, () => candlesFor(market, { symbol, interval, from: undefined, to: undefined })),
    askMarket(symbol, () => market.profile(symbol)),
    lastPrice(market, symbol),
    knownSplits(market, symbol),
  ]);
  const failures = [bars, profile, last].flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  for (const failure of failures) if (!(failure instanceof AppError)) throw failure;
  const unknown = failures.find((failure) => failure.code === 'UNKNOWN_SYMBOL');
  if (bars.status === 'rejected' || unknown)
    return { ...blank, problem: reader.say(textsOf(unknown ?? failures[0])) };
  if (splits.status === 'rejected') throw splits.reason;
  const { answer, etag } = bars.value;
  const { candles, stale } = answer;
  const logo = `/api/logo/${encodeURIComponent(symbol)}`;
  return {
    ...blank,
    candles,
    barsTag: etag,
    company:
      profile.status === 'fulfilled'
        ? { name: profile.value.companyName, exchange: profile.value.exchange, logo }
        : null,
    last: last.status === 'fulfilled' ? last.value : null,
    age: stale?.ageSeconds ?? null,
    splits: splits.value,
  };
}

/** Returns the splits in effect; null while the market does not answer. */
async function knownSplits(market: Market, symbol: string): Promise<PanelStart['splits']> {
  try {
    return await splitsInEffect(market, symbol);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Returns when a closed market opens, in the reader's time zone. Null while it is open or when the time is unknown. */
function openingOf(market: Market, { locale, zone }: Reader): Opening | null {
  const { open, opensAt } = market.session();
  if (open || opensAt === null) return null;
  const when = `${formatDay(opensAt, locale, zone)} ${formatTime(opensAt, zone)}`;
  return { when, left: Math.max(0, opensAt - market.now()) };
}

async function lastPrice(market: Services['market'], symbol: string): Promise<LastPrice> {
  const quote = await quoteOf(market, symbol);
  const [price, prevClose] = [Number(quote.price), Number(quote.prevClose)];
  if (prevClose <= 0) return { price, changePercent: null, prevClose: null };
  return { price, changePercent: changePercent(price, prevClose), prevClose };
}
