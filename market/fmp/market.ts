/** Real prices from Financial Modeling Prep, with live trade prints from Finnhub's socket or by polling. */
import { providerLabel } from '#core/season/terms.ts';
import { createCalendar } from '../calendar.ts';
import { createFinnhub } from '../finnhub.ts';
import {
  type Hours,
  MarketUnavailableError,
  type RequestedMarket,
  type Staleness,
  UnknownSymbolError,
} from '../market.ts';
import { pause, systemTime, type Time } from '../provider/request.ts';
import { createSwrCache } from '../provider/swr-cache.ts';
import { createPolling, createWatched } from '../provider/watched.ts';
import { createFmpClient, type FmpOptions } from './client.ts';
import { createHistory } from './history.ts';
import { createLogos, createLookups } from './lookups.ts';
import { createQuotes } from './quotes.ts';

export type FmpMarketOptions = Omit<FmpOptions, 'time' | 'warn'> & {
  /** Finnhub's socket. Without it prices of subscribed symbols are polled. */
  stream?: { apiKey: string; url: string } | null;
  hours?: Hours;
  time?: Time;
  warn?(sentence: string): void;
  random?: () => number;
};

const MAX_ENTRIES = 5_000;
/** Pause between two rounds of polling, ms: in sessions, and outside them. */
const POLL_MS = { open: 5_000, closed: 60_000 };
/** The start waits this long at most for the probe, ms. */
const PROBE_MS = 6_000;

/** Creates the market and probes the key. After an outage the first request for prices probes again. */
export async function createFmpMarket(options: FmpMarketOptions): Promise<RequestedMarket> {
  const { hours = 'us', time = systemTime(), store = null, warn = console.warn, stream } = options;
  const cache = createSwrCache({ time, max: MAX_ENTRIES, store });
  const client = createFmpClient({ ...options, time, store, warn });
  const sessions = createCalendar('us');
  const calendar = createCalendar(hours);
  const quotes = createQuotes({ client, cache, store, time, calendar: sessions, hours, warn });
  const history = createHistory({ client, cache, time, calendar: sessions, newest: quotes.newest });
  const lookups = createLookups({ client, cache, quotes, time });
  const logos = createLogos(options.baseUrl, time);
  const aged = new Map<string, Staleness | null>();

  const watched = createWatched((publish) => {
    const onTrade: typeof publish = (trade) => {
      quotes.learn(trade);
      publish(trade);
    };
    const inSession = () => sessions.state(time.now()).open;
    if (stream) return createFinnhub({ ...stream, time, inSession, onTrade, warn, random: options.random });
    const everyMs = () => (inSession() ? POLL_MS.open : POLL_MS.closed);
    return createPolling({ time, everyMs, quotes: quotes.quotes, onTrade: publish });
  });

  const ready = client.generation().catch((error: unknown) => {
    const why = error instanceof MarketUnavailableError ? error.message : String(error);
    warn(`FMP could not be asked at the start (${why}). It is asked again when prices are needed.`);
  });
  await Promise.race([ready, pause(time, PROBE_MS)]);

  return {
    source: 'fmp',
    capabilities: {
      intraday: true,
      delaySec: 0,
      hours,
      speed: 1,
      sessions: 'us',
      splits: true,
      provider: true,
      ...(!stream && { pollSec: POLL_MS.open / 1000 }),
    },
    // the label tells that prices come from the older API
    label: () => providerLabel(client.known() === 'v3' ? 'FMP (v3)' : 'FMP'),
    now: time.now,
    async candles(symbol, interval, from, to) {
      const { candles, staleness } = await history.bars(symbol, interval, from, to);
      // without bars the ticker is unknown, or nobody traded in the range
      if (candles.length === 0 && !(await lookups.profile(symbol))) throw new UnknownSymbolError(symbol);
      const key = `${symbol} ${interval}`;
      aged.delete(key);
      aged.set(key, staleness);
      if (aged.size > MAX_ENTRIES) aged.delete(aged.keys().next().value!);
      return candles;
    },
    staleness: (symbol, interval) => aged.get(`${symbol} ${interval}`) ?? null,
    quote: async (symbol) => lookups.inNewShares(demandKnown(symbol, await quotes.quote(symbol))),
    quotes: quotes.quotes,
    nextQuote: quotes.next,
    profile: async (symbol) => demandKnown(symbol, await lookups.profile(symbol)),
    isListed: lookups.isListed,
    logo: logos,
    screen: lookups.screen,
    search: lookups.search,
    subscribe: watched.subscribe,
    session: () => calendar.state(time.now()),
    splits: lookups.splits,
    dividends: lookups.dividends,
    stop() {
      watched.stop();
      store?.stop();
    },
  };
}

/** @throws UnknownSymbolError for null */
function demandKnown<T>(symbol: string, answer: T | null): T {
  if (answer === null) throw new UnknownSymbolError(symbol);
  return answer;
}
