/** What is looked up now and then: companies, the screener, the search, splits. */

import { tickerOf } from '#core/market/ticker.ts';
import { DAY_MS, MINUTE_MS } from '../calendar.ts';
import { screenRows, searchProfiles } from '../filter.ts';
import {
  MarketUnavailableError,
  type Profile,
  type ScreenFilter,
  type ScreenRow,
  type Split,
} from '../market.ts';
import { createBucket, get, type Time } from '../provider/request.ts';
import { createSwrCache, type SwrCache } from '../provider/swr-cache.ts';
import { logoUrls, profileCall, screenCall, searchCalls, splitsCall } from './api.ts';
import { type FmpClient, listOf, noData, oneOf, PROBE_SYMBOL } from './client.ts';
import type { Quotes } from './quotes.ts';
import { readFmpProfile, readScreened, readSplit } from './rows.ts';

/** How long answers serve, ms. */
const FRESH = { profile: DAY_MS, unknown: 10 * MINUTE_MS, screen: MINUTE_MS, search: 10 * MINUTE_MS };
const FRESH_SPLITS_MS = 3_600_000;
const KEEP_MS = 7 * DAY_MS;
/** Rows asked of the screener, and how many of them get their change since yesterday. */
const SCREENED = { limit: 500, shown: 100 };
const FOUND = { limit: 50, shown: 10 };

type Sources = { client: FmpClient; quotes: Pick<Quotes, 'quotes'> };

export function createLookups({ cache, ...sources }: Sources & { cache: SwrCache }) {
  const { client } = sources;
  return {
    /** Null when FMP does not know the ticker. @throws MarketUnavailableError */
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
    /** See `Market.isListed`. Never answered from the cache. @throws MarketUnavailableError */
    async isListed(symbol: string): Promise<boolean> {
      const rows = await profileRows(client, symbol);
      if (rows.length > 0)
        return !rows.some((row) => row.symbol === symbol && row.isActivelyTrading === false);
      // a source that has nobody in its list has lost its list
      if ((await profileRows(client, PROBE_SYMBOL)).length === 0) throw noData(symbol, 'shape');
      return false;
    },
    async screen(filter: ScreenFilter): Promise<ScreenRow[]> {
      const { limit, ...conditions } = filter;
      const { value } = await cache.get(`screen:${JSON.stringify(conditions)}`, {
        freshMs: FRESH.screen,
        keepMs: DAY_MS,
        load: () => loadScreen(sources, conditions),
      });
      return value.slice(0, limit ?? SCREENED.shown);
    },
    async search(text: string, limit = FOUND.shown): Promise<Profile[]> {
      const needle = (tickerOf(text) ?? text.trim()).toLowerCase();
      if (!needle) return [];
      const { value } = await cache.get(`search:${needle}`, {
        freshMs: FRESH.search,
        keepMs: DAY_MS,
        load: () => loadSearch(client, needle),
      });
      return searchProfiles(value, needle, limit);
    },
    /** From the day `from`; as of `since` (epoch ms) at least. @throws MarketUnavailableError */
    async splits(symbol: string, from: string, since = 0): Promise<Split[]> {
      const { value, at } = await cache.get(`splits:${symbol}`, {
        freshMs: (_, at) => (at < since ? 0 : FRESH_SPLITS_MS),
        keepMs: KEEP_MS,
        load: () => loadSplits(client, symbol),
      });
      if (at < since) throw new MarketUnavailableError('UNAVAILABLE.splits', { params: { symbol } });
      return value.filter((split) => split.date >= from);
    },
  };
}

async function profileRows(client: FmpClient, symbol: string): Promise<Record<string, unknown>[]> {
  const answer = await client.ask(profileCall(await client.generation(symbol), symbol), symbol, true);
  return listOf(answer, noData(symbol, 'shape'));
}

async function loadScreen({ client, quotes }: Sources, filter: ScreenFilter): Promise<ScreenRow[]> {
  const call = screenCall(await client.generation(), filter, SCREENED.limit);
  const rows = listOf(await client.ask(call, '', true), noData('', 'shape')).flatMap((row) => {
    const read = readScreened(row);
    return read ? [{ ...read, changePercent: null }] : [];
  });
  const passing = screenRows(rows, { ...filter, limit: SCREENED.limit });
  const moving = await quotes.quotes(passing.slice(0, SCREENED.shown).map((row) => row.symbol));
  return passing.map((row) => {
    const quote = moving.get(row.symbol);
    const [price, before] = [Number(quote?.price), Number(quote?.prevClose)];
    const change = quote && before > 0 ? Math.round((price / before - 1) * 10_000) / 100 : null;
    return { ...row, changePercent: change };
  });
}

async function loadSearch(client: FmpClient, text: string): Promise<Profile[]> {
  const calls = searchCalls(await client.generation(), text, FOUND.limit);
  const answers = await Promise.allSettled(calls.map((call) => client.ask(call, text, true)));
  const heard = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  if (heard.length === 0) throw (answers[0] as PromiseRejectedResult).reason;
  const rows = heard.flatMap((answer) => listOf(answer, noData(text, 'shape')));
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

/** Companies' logos: fetched by the server, so that no browser ever asks a third party. */

type Logo = { type: string; bytes: Uint8Array };

const HOUR_MS = 3_600_000;
const MOST_BYTES = 256 * 1024;
const MOST_KEPT = 300;
/** Anybody may ask for any ticker's logo: this many reach the provider. */
const LIMIT = { perMinute: 120, burst: 30 };

const SIGNATURES: [type: string, bytes: number[], at: number][] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 0],
  ['image/jpeg', [0xff, 0xd8, 0xff], 0],
  ['image/gif', [0x47, 0x49, 0x46, 0x38], 0],
  ['image/webp', [0x57, 0x45, 0x42, 0x50], 8],
];

/** What the bytes are, whatever the provider calls them; null for anything but a picture of dots (SVG may run). */
function pictureType(bytes: Uint8Array): string | null {
  const found = SIGNATURES.find(([, signature, at]) => signature.every((byte, i) => bytes[at + i] === byte));
  return found?.[0] ?? null;
}

/** @returns the logo of a ticker, or null: there is none, or it can't be had now */
export function createLogos(baseUrl: string, time: Time): (symbol: string) => Promise<Logo | null> {
  const cache = createSwrCache({ time, max: MOST_KEPT });
  const bucket = createBucket({ ...LIMIT, time });

  async function load(symbol: string): Promise<Logo | null> {
    for (const url of logoUrls(baseUrl, symbol)) {
      await bucket.turn();
      const { status, bytes } = await get(url, symbol, time, { mostBytes: MOST_BYTES });
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
