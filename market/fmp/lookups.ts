/** Loads profiles, splits, dividends, searches, screens and logos from FMP. */
import { tickerOf } from '#core/market/ticker.ts';
import { readDividend, readPrice, writeDividend, writePrice } from '#core/money/money.ts';
import { add } from '#core/money/units.ts';
import { isExplained, isLargeJump, splitPrice } from '#core/trading/split.ts';
import { createCalendar, DAY_MS, dayOf, HOUR_MS, isoDate, MINUTE_MS } from '../calendar.ts';
import { screenRows, searchProfiles } from '../filter.ts';
import {
  type Dividend,
  MarketUnavailableError,
  type Profile,
  percentChange,
  type Quote,
  type ScreenFilter,
  type ScreenRow,
  type Split,
} from '../market.ts';
import { createBucket, get, type Time } from '../provider/request.ts';
import { createSwrCache, type SwrCache } from '../provider/swr-cache.ts';
import { dividendsCall, logoUrls, profileCall, screenCall, searchCalls, splitsCall } from './api.ts';
import { type FmpClient, listOf, noData, oneOf, PROBE_SYMBOL } from './client.ts';
import type { Quotes } from './quotes.ts';
import { readDividendRow, readFmpProfile, readScreened, readSplit } from './rows.ts';

const FRESH = { profile: DAY_MS, unknown: 10 * MINUTE_MS, screen: MINUTE_MS, search: 10 * MINUTE_MS };
/** How long splits and dividends stay fresh, ms: both are announced days ahead. */
const FRESH_EVENTS_MS = HOUR_MS;
const KEEP_MS = 7 * DAY_MS;
/**
 * `fetched`: rows requested from FMP. `answered`: rows returned when the filter has no limit; only so many rows get the
 * day's change, because their quotes cost requests.
 */
const SCREEN_ROWS = { fetched: 500, answered: 100 };
const SEARCH_ROWS = 50;

const calendar = createCalendar('us');

type Sources = { client: FmpClient; quotes: Pick<Quotes, 'quotes'>; time: Time };

export function createLookups({ cache, ...sources }: Sources & { cache: SwrCache }) {
  const { client } = sources;

  /** See `Market`. @throws MarketUnavailableError */
  async function splits(symbol: string, from: string, since = 0): Promise<Split[]> {
    const { value, at } = await cache.get(`splits:${symbol}`, {
      freshMs: (_, at) => (at < since ? 0 : FRESH_EVENTS_MS),
      keepMs: KEEP_MS,
      load: () => loadSplits(client, symbol),
    });
    if (at < since) throw new MarketUnavailableError('UNAVAILABLE.splits', { params: { symbol } });
    return value.filter((split) => split.date >= from);
  }

  return {
    splits,
    /** Returns the quote with its previous close adjusted for a split that its price already includes. */
    inNewShares: async (quote: Quote): Promise<Quote> => ({
      ...quote,
      prevClose: await previousClose(quote, splits, sources.time.now()),
    }),
    /** See `Market`. @throws MarketUnavailableError */
    async dividends(from: string, to: string): Promise<Dividend[]> {
      const { value } = await cache.get(`dividends:${from} ${to}`, {
        freshMs: FRESH_EVENTS_MS,
        keepMs: DAY_MS,
        load: () => loadDividends(client, from, to),
      });
      return value;
    },
    /** @returns null when FMP does not know the ticker @throws MarketUnavailableError */
    async profile(symbol: string): Promise<Profile | null> {
      const { value } = await cache.get<Profile | null>(`profile:${symbol}`, {
        freshMs: (profile) => (profile ? FRESH.profile : FRESH.unknown),
        keepMs: KEEP_MS,
        async load() {
          return oneOf(await profileRows(client, symbol), symbol, readFmpProfile);
        },
      });
      return value;
    },
    /** See `Market`. Not cached. @throws MarketUnavailableError */
    async isListed(symbol: string): Promise<boolean> {
      const rows = await profileRows(client, symbol);
      if (rows.length > 0)
        return !rows.some((row) => row.symbol === symbol && row.isActivelyTrading === false);
      // FMP always has a profile of PROBE_SYMBOL: without this profile, its responses say nothing about `symbol`
      if ((await profileRows(client, PROBE_SYMBOL)).length === 0) throw noData(symbol, 'shape');
      return false;
    },
    async screen(filter: ScreenFilter): Promise<ScreenRow[]> {
      const { limit, ...conditions } = filter;
      const { value } = await cache.get(`screen:${JSON.stringify(conditions)}`, {
        freshMs: FRESH.screen,
        keepMs: DAY_MS,
        load: () => loadScreen(sources, conditions, splits),
      });
      return value.slice(0, limit ?? SCREEN_ROWS.answered);
    },
    async search(text: string): Promise<Profile[]> {
      const needle = (tickerOf(text) ?? text.trim()).toLowerCase();
      if (!needle) return [];
      const { value } = await cache.get(`search:${needle}`, {
        freshMs: FRESH.search,
        keepMs: DAY_MS,
        load: () => loadSearch(client, needle),
      });
      return searchProfiles(value, needle);
    },
  };
}

async function profileRows(client: FmpClient, symbol: string): Promise<Record<string, unknown>[]> {
  const answer = await client.ask(profileCall(await client.generation(symbol), symbol), symbol, true);
  return listOf(answer, noData(symbol, 'shape'));
}

async function loadScreen(
  { client, quotes, time }: Sources,
  filter: ScreenFilter,
  splits: (symbol: string, from: string) => Promise<Split[]>,
): Promise<ScreenRow[]> {
  const call = screenCall(await client.generation(), filter, SCREEN_ROWS.fetched);
  const rows = listOf(await client.ask(call, '', true), noData('', 'shape'))
    .map(readScreened)
    .filter((row) => row !== null);
  const passing = screenRows(rows, { ...filter, limit: SCREEN_ROWS.fetched });
  const moving = await quotes.quotes(passing.slice(0, SCREEN_ROWS.answered).map((row) => row.symbol));
  return await Promise.all(
    passing.map(async (row) => {
      const quote = moving.get(row.symbol);
      if (!quote) return row;
      const prevClose = await previousClose(quote, splits, time.now());
      return { ...row, changePercent: percentChange(Number(prevClose), Number(quote.price)) };
    }),
  );
}

/**
 * Returns a quote's previous close, adjusted for a split that the price already includes. On the day of a split FMP may
 * send the close without the adjustment, and the day's change would include the split.
 * @param splitsSince returns the splits of a symbol from a date (YYYY-MM-DD) on @param now epoch ms
 */
async function previousClose(
  { symbol, prevClose, price }: Pick<Quote, 'symbol' | 'prevClose' | 'price'>,
  splitsSince: (symbol: string, from: string) => Promise<Split[]>,
  now: number,
): Promise<string> {
  const [previous, newest] = [readPrice(prevClose), readPrice(price)];
  if (!isLargeJump(previous, newest)) return prevClose;
  const [from, to] = [calendar.latest(now)?.day ?? dayOf(now), dayOf(now)].map(isoDate) as [string, string];
  // while no splits can be loaded, FMP's previous close stays as it is
  const splits = await splitsSince(symbol, from).catch(() => []);
  const split = splits.find((each) => each.date <= to && isExplained(previous, newest, each));
  return split ? writePrice(splitPrice(previous, split)) : prevClose;
}

async function loadSearch(client: FmpClient, text: string): Promise<Profile[]> {
  const calls = searchCalls(await client.generation(), text, SEARCH_ROWS);
  const answers = await Promise.allSettled(calls.map((call) => client.ask(call, text, true)));
  const values = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  if (values.length === 0) throw (answers[0] as PromiseRejectedResult).reason;
  const rows = values.flatMap((answer) => listOf(answer, noData(text, 'shape')));
  const bySymbol = new Map<string, Profile>();
  for (const row of rows) {
    const profile = row.currency === undefined || row.currency === 'USD' ? readFmpProfile(row) : null;
    if (profile && !bySymbol.has(profile.symbol)) bySymbol.set(profile.symbol, profile);
  }
  return [...bySymbol.values()];
}

async function loadSplits(client: FmpClient, symbol: string): Promise<Split[]> {
  const answer = await client.ask(splitsCall(await client.generation(symbol), symbol), symbol);
  const nest = Array.isArray(answer) ? answer : ((answer as { historical?: unknown })?.historical ?? []);
  const splits = listOf(nest, noData(symbol, 'shape')).flatMap((row) => readSplit(symbol, row) ?? []);
  return splits.sort((a, b) => a.date.localeCompare(b.date));
}

/** Adds up regular and special dividends of the same symbol and day. */
async function loadDividends(client: FmpClient, from: string, to: string): Promise<Dividend[]> {
  const answer = await client.ask(dividendsCall(await client.generation(), from, to), '');
  const byName = new Map<string, Dividend>();
  for (const row of listOf(answer, noData('', 'shape'))) {
    const dividend = readDividendRow(row);
    if (!dividend || dividend.date < from || dividend.date > to) continue;
    const name = `${dividend.symbol} ${dividend.date}`;
    const other = byName.get(name);
    const perShare = other
      ? writeDividend(add(readDividend(other.perShare), readDividend(dividend.perShare)))
      : dividend.perShare;
    byName.set(name, { ...dividend, perShare });
  }
  return [...byName.values()];
}

type Logo = { type: string; bytes: Uint8Array };

const MAX_LOGO_BYTES = 256 * 1024;
const MAX_LOGOS = 300;
/** Limit of requests for logos, because anybody may ask for the logo of any ticker. */
const LOGO_LIMIT = { perMinute: 120, burst: 30 };

const SIGNATURES: [type: string, bytes: number[], offset: number][] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 0],
  ['image/jpeg', [0xff, 0xd8, 0xff], 0],
  ['image/gif', [0x47, 0x49, 0x46, 0x38], 0],
  ['image/webp', [0x57, 0x45, 0x42, 0x50], 8],
];

/** Returns the type of a raster image by its bytes. Null for anything else, because an SVG may run scripts. */
function pictureType(bytes: Uint8Array): string | null {
  const match = SIGNATURES.find(([, signature, offset]) =>
    signature.every((byte, i) => bytes[offset + i] === byte),
  );
  return match?.[0] ?? null;
}

/**
 * Returns a function that loads the logo of a ticker. The function returns null without a logo and during an outage.
 * The server fetches logos, so that no browser contacts a third party.
 */
export function createLogos(baseUrl: string, time: Time): (symbol: string) => Promise<Logo | null> {
  const cache = createSwrCache({ time, max: MAX_LOGOS });
  const bucket = createBucket({ ...LOGO_LIMIT, time });

  async function load(symbol: string): Promise<Logo | null> {
    for (const url of logoUrls(baseUrl, symbol)) {
      await bucket.turn();
      const { status, bytes } = await get(url, symbol, time, { mostBytes: MAX_LOGO_BYTES });
      const type = status === 200 ? pictureType(bytes) : null;
      if (type) return { type, bytes };
    }
    return null;
  }

  return async (symbol) => {
    try {
      const { value } = await cache.get(symbol, {
        freshMs: (logo) => (logo ? DAY_MS : HOUR_MS),
        keepMs: 7 * DAY_MS,
        load: () => load(symbol),
      });
      return value;
    } catch {
      return null;
    }
  };
}
