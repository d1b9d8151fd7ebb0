/** Real prices by Financial Modeling Prep, live trades by Finnhub's socket or by asking again. */

import { createCalendar } from '../calendar.ts';
import { screenRows, searchProfiles } from '../filter.ts';
import { createFinnhub } from '../finnhub.ts';
import {
  type Hours,
  type Market,
  MarketUnavailableError,
  type Profile,
  type ScreenFilter,
  type ScreenRow,
  type Split,
  type Staleness,
  UnknownSymbolError,
} from '../market.ts';
import { createPolling } from '../provider/polling.ts';
import type { Store } from '../provider/store.ts';
import { createKept } from '../provider/swr-cache.ts';
import { pause, systemTime, type Time } from '../provider/time.ts';
import { createWatched } from '../provider/watched.ts';
import { profileCall, screenCall, searchCalls, splitsCall } from './api.ts';
import { createFmpClient, listOf, noData, oneOf } from './client.ts';
import { createHistory } from './history.ts';
import { createLogos } from './logo.ts';
import { createQuotes } from './quotes.ts';
import { readProfile, readScreened, readSplit } from './rows.ts';

export type FmpMarketOptions = {
  apiKey: string;
  baseUrl: string;
  /** Requests the plan allows in a minute. */
  perMinute: number;
  /** Finnhub's socket; without it watched symbols are asked for again and again. */
  stream?: { apiKey: string; url: string } | null;
  hours?: Hours;
  time?: Time;
  /** What all processes share. */
  store?: Store | null;
  /** Takes a sentence for the log. */
  warn?(sentence: string): void;
  random?: () => number;
};

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** How long answers serve, ms. */
const FRESH = { profile: DAY_MS, unknown: 10 * MINUTE_MS, screen: MINUTE_MS, search: 10 * MINUTE_MS };
const FRESH_SPLITS_MS = 3_600_000;
const KEEP_MS = 7 * DAY_MS;
const MOST_KEPT = 5_000;
/** Rows asked of the screener, and how many of them get their change since yesterday. */
const SCREENED = { asked: 500, shown: 100 };
const FOUND = { asked: 50, shown: 10 };
/** Between two rounds of polling: while prices move, and while they stand. */
const POLL_MS = { open: 5_000, closed: 60_000 };
/** The start waits no longer than this to learn which API the key reaches. */
const PROBE_MS = 6_000;

/** Builds the market and probes the key; a provider that is down is found again later. */
export async function createFmpMarket(options: FmpMarketOptions): Promise<Market> {
  const { hours = 'us', time = systemTime(), store = null, warn = console.warn, stream } = options;
  const kept = createKept({ time, max: MOST_KEPT, store });
  const client = createFmpClient({ ...options, time, store, warn });
  const sessions = createCalendar('us');
  const calendar = createCalendar(hours);
  const quotes = createQuotes({ client, kept, store, time, calendar: sessions, hours, warn });
  const history = createHistory({ client, kept, time, calendar: sessions, told: quotes.told });
  const logos = createLogos(options.baseUrl, time);
  const aged = new Map<string, Staleness | null>();

  const watched = createWatched((tell) => {
    const onTrade: typeof tell = (trade) => {
      quotes.learn(trade);
      tell(trade);
    };
    const inSession = () => sessions.state(time.now()).open;
    if (stream) return createFinnhub({ ...stream, time, inSession, onTrade, warn, random: options.random });
    const everyMs = () => (inSession() ? POLL_MS.open : POLL_MS.closed);
    return createPolling({ time, everyMs, quotes: quotes.quotes, onTrade: tell });
  });

  async function profileOf(symbol: string): Promise<Profile | null> {
    const { value } = await kept.get<Profile | null>(`profile:${symbol}`, {
      freshMs: (profile) => (profile ? FRESH.profile : FRESH.unknown),
      keepMs: KEEP_MS,
      async load() {
        const answer = await client.ask(profileCall(await client.generation(symbol), symbol), symbol, true);
        return oneOf(answer, symbol, readProfile);
      },
    });
    return value;
  }

  async function loadScreen(filter: ScreenFilter): Promise<ScreenRow[]> {
    const call = screenCall(await client.generation(), filter, SCREENED.asked);
    const rows = listOf(await client.ask(call, '', true), noData('', 'shape')).flatMap((row) => {
      const read = readScreened(row);
      return read ? [{ ...read, changePercent: null }] : [];
    });
    const passing = screenRows(rows, { ...filter, limit: SCREENED.asked });
    const moving = await quotes.quotes(passing.slice(0, SCREENED.shown).map((row) => row.symbol));
    return passing.map((row) => {
      const quote = moving.get(row.symbol);
      const [price, before] = [Number(quote?.price), Number(quote?.prevClose)];
      const change = quote && before > 0 ? Math.round((price / before - 1) * 10_000) / 100 : null;
      return { ...row, changePercent: change };
    });
  }

  async function loadSearch(text: string): Promise<Profile[]> {
    const calls = searchCalls(await client.generation(), text, FOUND.asked);
    const answers = await Promise.allSettled(calls.map((call) => client.ask(call, text, true)));
    const heard = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    if (heard.length === 0) throw (answers[0] as PromiseRejectedResult).reason;
    const rows = heard.flatMap((answer) => listOf(answer, noData(text, 'shape')));
    const bySymbol = new Map<string, Profile>();
    for (const row of rows) {
      const profile = row.currency === undefined || row.currency === 'USD' ? readProfile(row) : null;
      if (profile && !bySymbol.has(profile.symbol)) bySymbol.set(profile.symbol, profile);
    }
    return [...bySymbol.values()];
  }

  async function loadSplits(symbol: string): Promise<Split[]> {
    const answer = await client.ask(splitsCall(await client.generation(symbol), symbol), symbol);
    const nest = Array.isArray(answer) ? answer : ((answer as { historical?: unknown })?.historical ?? []);
    const splits = listOf(nest, noData(symbol, 'shape')).flatMap((row) => readSplit(symbol, row) ?? []);
    return splits.sort((a, b) => a.date.localeCompare(b.date));
  }

  const ready = client.generation().catch((error: unknown) => {
    const why = error instanceof MarketUnavailableError ? error.message : String(error);
    warn(`FMP could not be asked at the start (${why}). It is asked again when prices are needed.`);
  });
  await Promise.race([ready, pause(time, PROBE_MS)]);

  return {
    source: 'fmp',
    capabilities: {
      intraday: true,
      realtime: true,
      delaySec: 0,
      hours,
      speed: 1,
      sessions: 'us',
      splits: true,
    },
    // an older API is never taken in silence
    label: () => (client.known() === 'v3' ? 'fmpV3' : 'fmp'),
    now: time.now,
    async candles(symbol, interval, from, to) {
      const { candles, staleness } = await history.bars(symbol, interval, from, to);
      // nothing may mean an unknown ticker, or a stretch without trades
      if (candles.length === 0 && !(await profileOf(symbol))) throw new UnknownSymbolError(symbol);
      const key = `${symbol} ${interval}`;
      aged.delete(key);
      aged.set(key, staleness);
      if (aged.size > MOST_KEPT) aged.delete(aged.keys().next().value!);
      return candles;
    },
    staleness: (symbol, interval) => aged.get(`${symbol} ${interval}`) ?? null,
    async quote(symbol) {
      const quote = await quotes.quote(symbol);
      if (!quote) throw new UnknownSymbolError(symbol);
      return quote;
    },
    quotes: quotes.quotes,
    async profile(symbol) {
      const profile = await profileOf(symbol);
      if (!profile) throw new UnknownSymbolError(symbol);
      return profile;
    },
    logo: logos,
    async screen(filter) {
      const { limit, ...conditions } = filter;
      const { value } = await kept.get(`screen:${JSON.stringify(conditions)}`, {
        freshMs: FRESH.screen,
        keepMs: DAY_MS,
        load: () => loadScreen(conditions),
      });
      return value.slice(0, limit ?? SCREENED.shown);
    },
    async search(text, limit = FOUND.shown) {
      const wanted = text.trim().toLowerCase();
      if (!wanted) return [];
      const { value } = await kept.get(`search:${wanted}`, {
        freshMs: FRESH.search,
        keepMs: DAY_MS,
        load: () => loadSearch(wanted),
      });
      return searchProfiles(value, wanted, limit);
    },
    subscribe: watched.subscribe,
    session: () => calendar.state(time.now()),
    async splits(symbol, from, since = 0) {
      const { value, at } = await kept.get(`splits:${symbol}`, {
        freshMs: (_, told) => (told < since ? 0 : FRESH_SPLITS_MS),
        keepMs: KEEP_MS,
        load: () => loadSplits(symbol),
      });
      if (at < since) throw new MarketUnavailableError('UNAVAILABLE.splits', { params: { symbol } });
      return value.filter((split) => split.date >= from);
    },
    stop() {
      watched.stop();
      store?.stop();
    },
  };
}
