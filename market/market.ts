/** The interface to all prices. Implementations: simulated/, files/, fmp/. */

import type { Interval } from '#core/market/bars.ts';
import type { Stretch } from '#core/orders/meeting.ts';
import type { Params } from '#core/refusals/params.ts';
import type { WordingKey } from '#core/refusals/refusals.ts';
import { labelOfMarket, type MarketKind, type MarketLabel, type SourceName } from '#core/season/terms.ts';

/**
 * A bar. `time`: its start, epoch seconds (1D: 00:00 UTC of the session's date). Prices are dollars as JSON numbers,
 * for display only.
 */
export type DatedCandle = {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

/** The newest price of a symbol. `price`: decimal string with at most 4 decimals ("184.78"). */
export type Quote = {
  symbol: string;
  price: string;
  /** When the price was made, epoch ms; null when the source does not say. An order fills only at a recent price. */
  asOfMs: number | null;
  /** Close of the previous session, decimal string. */
  prevClose: string;
  source: SourceName;
};

export type Profile = {
  symbol: string;
  companyName: string;
  exchange: string;
  sector: string;
  /** Null when the source has none; price files have none. */
  beta: number | null;
  /** Dollars; null when the source has none. */
  marketCap: number | null;
  source: SourceName;
};

/** A trade print. `price`: dollars, decimal string. `size`: shares. `tsMs`: epoch ms. */
export type Trade = { symbol: string; price: string; size: number; tsMs: number };

/** Filters of the screener. Prices and market cap in dollars, volume in shares a day. */
export type ScreenFilter = {
  priceMoreThan?: number;
  priceLowerThan?: number;
  volumeMoreThan?: number;
  marketCapMoreThan?: number;
  betaMoreThan?: number;
  betaLowerThan?: number;
  sector?: string;
  limit?: number;
};
export type ScreenRow = Profile & {
  /** Dollars. */
  price: number;
  volume: number;
  /** Percent since the previous close; null when the source has none. */
  changePercent: number | null;
};

export type MarketSession = {
  open: boolean;
  /** Epoch ms; null while open, and when no opening is known. */
  opensAt: number | null;
  /** Epoch ms; null while closed, and in a market that never closes. */
  closesAt: number | null;
};

/** One old share becomes `numerator/denominator` new ones on `date` (YYYY-MM-DD). */
export type Split = { symbol: string; date: string; numerator: number; denominator: number };

/** Cash for each share held at the opening of the ex-date `date` (YYYY-MM-DD). `perShare`: dollars with 6 decimals. */
export type Dividend = { symbol: string; date: string; perShare: string };

export type Hours = 'always' | 'us';

type Capabilities = {
  intraday: boolean;
  delaySec: number;
  hours: Hours;
  /** Market milliseconds per wall-clock millisecond: 1, or a replay's REPLAY_SPEED. */
  speed: number;
  /** Sessions of the real shares, whatever MARKET_HOURS says; default `hours`. */
  sessions?: Hours;
  splits?: boolean;
  /** Seconds between two requests for a symbol's price during a session; absent with a stream. */
  pollSec?: number;
  /**
   * True when a provider sells the data: requests are limited, an intraday bar settles one bar length after its end,
   * and a missing logo may appear later.
   */
  provider?: boolean;
};

/** The simulated tape follows one seed until the next period's `effectiveFrom`. */
export type SeedPeriod = {
  /** Epoch ms. The tape rounds it up to a whole minute. */
  effectiveFrom: number;
  /** 32 bytes. */
  seed: Uint8Array;
};

/** The age of outdated data: the source has not responded since `sinceMs`. */
export type Staleness = {
  /** When the data were fetched, epoch ms. */
  sinceMs: number;
  problem: Problem;
};

interface MarketBase {
  readonly source: MarketKind;
  /** Versions of the simulated tape and catalogue. Absent when prices follow from no seed. */
  readonly tape?: { version: number; catalogue: string };
  /** Returns the label beside the prices. A market without this method has the label of its kind. */
  label?(): MarketLabel;
  /** The market's clock, epoch ms: the wall clock, or the replay's. No later price is ever returned. */
  now(): number;
  /**
   * Returns the bars with from <= time <= to, ascending; the last may still change.
   * @param from epoch seconds @param to epoch seconds, clamped to now()
   * @throws UnknownSymbolError, MarketUnavailableError
   */
  candles(symbol: string, interval: Interval, from: number, to: number): Promise<DatedCandle[]>;
  /** Returns the age of the bars that `candles` returned last; null for current ones. */
  staleness?(symbol: string, interval: Interval): Staleness | null;
  /** @throws UnknownSymbolError, MarketUnavailableError */
  quote(symbol: string): Promise<Quote>;
  /** Returns the newest quotes; omits unknown symbols. */
  quotes(symbols: readonly string[]): Promise<Map<string, Quote>>;
  /** @throws UnknownSymbolError */
  profile(symbol: string): Promise<Profile>;
  /**
   * True when the source lists the ticker; false only when its response says that it does not.
   * @throws MarketUnavailableError without a response, or when the source seems to have lost its whole list
   */
  isListed(symbol: string): Promise<boolean>;
  /** @returns null without a logo */
  logo(symbol: string): Promise<{ type: string; bytes: Uint8Array } | null>;
  screen(filter: ScreenFilter): Promise<ScreenRow[]>;
  /** Returns up to 10 companies whose symbol begins with `text`, then companies whose name contains it. */
  search(text: string): Promise<Profile[]>;
  /** Calls `onTrade` for each trade print of the symbols. @returns a function that unsubscribes */
  subscribe(symbols: readonly string[], onTrade: (trade: Trade) => void): () => void;
  session(): MarketSession;
  /**
   * Replaces all seeds of the simulated tape. Call it at the start, and before a new seed takes effect. Absent on a
   * market without seeds.
   * @param seedPeriods oldest first
   */
  setSeedPeriods?(seedPeriods: readonly SeedPeriod[]): void;
  /**
   * Returns a symbol's splits from `from` (YYYY-MM-DD) on, fetched at `since` (epoch ms) or later.
   * @throws UnknownSymbolError, MarketUnavailableError
   */
  splits(symbol: string, from: string, since?: number): Promise<Split[]>;
  /**
   * Returns the dividends of all symbols with an ex-date from `from` to `to` (YYYY-MM-DD). Absent when shares pay none.
   * @throws MarketUnavailableError
   */
  dividends?(from: string, to: string): Promise<Dividend[]>;
  /**
   * Returns the path of a symbol's price after `afterMs` and up to `upToMs` (epoch ms, both past), oldest first, the
   * same for every call. Lines are cut at both ends (`cut`), so that adjoining pieces share no instant. Empty for an
   * unknown symbol. Absent when past prices are not reproducible.
   */
  path?(symbol: string, afterMs: number, upToMs: number): Stretch[];
  /** Converts an instant of the market's clock to the wall clock, epoch ms. Absent when they are the same. */
  wallTime?(ms: number): number;
  stop(): void;
}

/** A market that the server asks for prices. An order waits for `nextQuote`, so that none fills at a price from before it. */
export interface RequestedMarket extends MarketBase {
  readonly capabilities: Capabilities;
  /**
   * Notes the newest price of a symbol. The returned function resolves with the first newer price received
   * afterwards; with the same price when the source confirms it for a polling interval; with null when the source
   * does not respond.
   * @throws MarketUnavailableError
   */
  nextQuote(symbol: string): () => Promise<Quote | null>;
}

/** A market that delivers each price when it is made. */
interface ImmediateMarket extends MarketBase {
  readonly capabilities: Capabilities & { pollSec?: never; provider?: never };
  nextQuote?: never;
}

export type Market = RequestedMarket | ImmediateMarket;

export class UnknownSymbolError extends Error {
  override name = 'UnknownSymbolError';
  readonly symbol: string;
  constructor(symbol: string) {
    super(`Unknown ticker ${symbol}`);
    this.symbol = symbol;
  }
}

export type Trouble = 'network' | 'slow' | 'status' | 'json' | 'shape' | 'limit' | 'refused';

/** Why prices are missing or outdated: a wording of UNAVAILABLE and its parameters. */
export type Problem = { key: Extract<WordingKey, `UNAVAILABLE.${string}`>; params?: Params };

/** The source is down or slow, refuses the request, or sends a malformed response. */
export class MarketUnavailableError extends Error {
  override name = 'MarketUnavailableError';
  readonly problem: Problem;
  readonly trouble: Trouble | undefined;
  readonly retryMs: number | undefined;

  constructor(key: Problem['key'], more: { params?: Params; trouble?: Trouble; retryMs?: number } = {}) {
    super(key);
    this.problem = { key, ...(more.params && { params: more.params }) };
    this.trouble = more.trouble;
    this.retryMs = more.retryMs;
  }
}

/** Returns the text beside a market's prices, as arguments of `t`. */
export const marketLabel = (market: Pick<Market, 'label' | 'source'>): MarketLabel =>
  market.label?.() ?? labelOfMarket(market.source);

/** `message` has one sentence a line. */
export class MarketSetupError extends Error {
  override name = 'MarketSetupError';
}

/** Writes a price in 1/10,000 $ with two to four decimals: "127.49" for 1274900. */
export function tenthsText(tenths: number): string {
  return (tenths / 10_000).toFixed(4).replace(/0{1,2}$/, '');
}

/** Returns the change from `previous` to `price` in percent, rounded to two decimals. */
export const percentChange = (previous: number, price: number): number =>
  Math.round((price / previous - 1) * 10_000) / 100;

/** Rounds dollars to 1/10,000 $. @returns a decimal string; null unless it is above 0 and below 10^9 */
export function onLattice(dollars: number): string | null {
  const tenths = Math.round(dollars * 10_000);
  return Number.isSafeInteger(tenths) && tenths > 0 && dollars < 1e9 ? tenthsText(tenths) : null;
}
