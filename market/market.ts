/** The market: the interface to all prices. Implementations: simulated/, files/, fmp/. */

import type { Interval } from '#core/market/bars.ts';
import type { Stretch } from '#core/orders/meeting.ts';
import type { Params } from '#core/refusals/params.ts';
import type { WordingKey } from '#core/refusals/refusals.ts';
import type { SourceName } from '#core/season/terms.ts';

/**
 * A bar. `time` is its start in epoch seconds (1D: 00:00 UTC of the session's date). Prices are dollars as JSON numbers, for display;
 * no balance is computed from them.
 */
export type DatedCandle = {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

/** The newest price of a symbol. `price` is an exact decimal string, at most 4 decimals ("184.78"). */
export type Quote = {
  symbol: string;
  price: string;
  /**
   * The instant of the price, epoch ms; null where its source does not say. An order fills only at a price of known and low age.
   */
  asOfMs: number | null;
  /** Previous session's close, decimal string. */
  prevClose: string;
  source: SourceName;
};

export type Profile = {
  symbol: string;
  companyName: string;
  exchange: string;
  sector: string;
  /** Null where the source does not have it (price files). */
  beta: number | null;
  /** Dollars. */
  marketCap: number | null;
  source: SourceName;
};

export type Trade = { symbol: string; price: string; size: number; tsMs: number };

/** Filters of the screener, absent for any value. Prices and market cap in dollars, volume in shares a day. */
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
  price: number;
  volume: number;
  /** Percent since the previous close; null where the source does not have it. */
  changePercent: number | null;
};

export type MarketSession = {
  open: boolean;
  /** The next opening, epoch ms; null while open or when none is known. */
  opensAt: number | null;
  /** The end of the running session, epoch ms; null while closed and in a market that never closes. */
  closesAt: number | null;
};

/** A share split: one old share becomes `numerator/denominator` new ones from `date` (YYYY-MM-DD) on. */
export type Split = { symbol: string; date: string; numerator: number; denominator: number };

/** Cash for each share held at the opening of `date` (YYYY-MM-DD), the ex-date. `perShare`: dollars, a decimal string with 6 decimals. */
export type Dividend = { symbol: string; date: string; perShare: string };

export type Hours = 'always' | 'us';

type Capabilities = {
  intraday: boolean;
  realtime: boolean;
  delaySec: number;
  hours: Hours;
  /** Market milliseconds per wall-clock millisecond: 1, or a replay's REPLAY_SPEED. */
  speed: number;
  /** The sessions of the real shares, which MARKET_HOURS does not change. `hours` if absent. */
  sessions?: Hours;
  /** True when shares may split (`Market.splits`). */
  splits?: boolean;
  /** Seconds between two requests for a symbol's price during a session, where no stream delivers prices. */
  pollSec?: number;
  /**
   * True when a provider sells the data: requests are limited, a bar settles one bar length after its end, and a missing logo may
   * appear later.
   */
  provider?: boolean;
};

/** A period in which the simulated tape follows one seed, until the next period's `effectiveFrom`. */
export type SeedPeriod = {
  /** Epoch ms; rounded up to a whole minute. */
  effectiveFrom: number;
  /** 32 bytes. */
  seed: Uint8Array;
};

/** The age of outdated data, whose source did not respond again. */
export type Staleness = {
  /** The instant it was fetched, epoch ms. */
  sinceMs: number;
  /** Why there is no newer data. */
  problem: Problem;
};

export interface Market {
  readonly source: SourceName;
  readonly capabilities: Capabilities;
  /** The simulated tape and catalogue that prices are derived from. Absent in markets whose prices no seed proves. */
  readonly tape?: { version: number; catalogue: string };
  /** Returns the label beside the prices; absent where it is that of the source. */
  label?(): MarketLabel;
  /** The market's clock, epoch ms: the wall clock, or the replay's. No later price is ever served. */
  now(): number;
  /**
   * Returns the bars with from <= time <= to, strictly ascending; the last may still change.
   * @param from epoch seconds @param to epoch seconds, clamped to now()
   * @throws UnknownSymbolError, MarketUnavailableError
   */
  candles(symbol: string, interval: Interval, from: number, to: number): Promise<DatedCandle[]>;
  /** Returns the age of the bars that `candles` returned last; null for current bars. */
  staleness?(symbol: string, interval: Interval): Staleness | null;
  /** @throws UnknownSymbolError, MarketUnavailableError */
  quote(symbol: string): Promise<Quote>;
  /**
   * Notes the newest price of a symbol. The returned function resolves with the first newer price received afterwards; with the same
   * price when the source confirms it for a polling interval; with null when the source does not respond. Absent where every price
   * arrives when it is made.
   * @throws MarketUnavailableError
   */
  nextQuote?(symbol: string): () => Promise<Quote | null>;
  /** Returns the newest quotes of many symbols, without unknown ones; a ranking pass needs one call. */
  quotes(symbols: readonly string[]): Promise<Map<string, Quote>>;
  /** @throws UnknownSymbolError */
  profile(symbol: string): Promise<Profile>;
  /**
   * True when the source lists the ticker; false only when its response says otherwise.
   * @throws MarketUnavailableError without a response, or when the source seems to have lost its whole list
   */
  isListed(symbol: string): Promise<boolean>;
  /** Returns the company's logo; null without one. */
  logo(symbol: string): Promise<{ type: string; bytes: Uint8Array } | null>;
  screen(filter: ScreenFilter): Promise<ScreenRow[]>;
  /** Returns companies whose symbol begins with `text`, then those whose name contains it; at most `limit` (10). */
  search(text: string, limit?: number): Promise<Profile[]>;
  /** Calls `onTrade` for each trade print of the symbols. @returns a function that unsubscribes */
  subscribe(symbols: readonly string[], onTrade: (trade: Trade) => void): () => void;
  session(): MarketSession;
  /**
   * Replaces the seeds of the simulated tape: all of them, oldest first. Call it at the start, and for a new season before its
   * effectiveFrom. Absent in markets without seeds.
   */
  setSeedPeriods?(seedPeriods: readonly SeedPeriod[]): void;
  /**
   * Returns the splits of a symbol effective on or after `from` (YYYY-MM-DD), from an answer no older than `since` (epoch ms).
   * @throws UnknownSymbolError, MarketUnavailableError
   */
  splits(symbol: string, from: string, since?: number): Promise<Split[]>;
  /**
   * Returns the dividends of all symbols with an ex-date from `from` to `to` (YYYY-MM-DD). Absent where shares pay none.
   * @throws MarketUnavailableError
   */
  dividends?(from: string, to: string): Promise<Dividend[]>;
  /**
   * Returns the path of a symbol's price after `afterMs` and up to `upToMs` (epoch ms, both past), oldest first, the same for every call.
   * Lines are cut at both ends (`cut`), so adjoining pieces share no instant. Empty for an unknown symbol. Absent where past prices
   * are not reproducible.
   */
  path?(symbol: string, afterMs: number, upToMs: number): Stretch[];
  /** Converts an instant of the market's clock to the wall clock, epoch ms. Absent where they are the same. */
  wallTime?(ms: number): number;
  /** Stops timers and sockets. */
  stop(): void;
}

export class UnknownSymbolError extends Error {
  override name = 'UnknownSymbolError';
  readonly symbol: string;
  constructor(symbol: string) {
    super(`Unknown ticker ${symbol}`);
    this.symbol = symbol;
  }
}

/** The ways in which a request can fail. */
export type Trouble = 'network' | 'slow' | 'status' | 'json' | 'shape' | 'limit' | 'refused';

/** The reason for missing or outdated prices: a wording of UNAVAILABLE and its parameters. */
export type Problem = { key: Extract<WordingKey, `UNAVAILABLE.${string}`>; params?: Params };

/** The source is down or slow, refuses the request, or its response is malformed. */
export class MarketUnavailableError extends Error {
  override name = 'MarketUnavailableError';
  readonly problem: Problem;
  readonly trouble: Trouble | undefined;
  /** Ms until a new request may succeed. */
  readonly retryMs: number | undefined;

  constructor(key: Problem['key'], more: { params?: Params; trouble?: Trouble; retryMs?: number } = {}) {
    super(key);
    this.problem = { key, ...(more.params && { params: more.params }) };
    this.trouble = more.trouble;
    this.retryMs = more.retryMs;
  }
}

/** The label beside a market's prices; its text is `messages:label.<label>`. */
export type MarketLabel = SourceName | 'fmpV3';
export const labelOf = (market: Pick<Market, 'label' | 'source'>): MarketLabel =>
  market.label?.() ?? market.source;

/** Unusable settings or price files. `message` has one sentence a line. */
export class MarketSetupError extends Error {
  override name = 'MarketSetupError';
}

/** Writes a price in 1/10,000 $ with two to four decimals: 1274900 is "127.49". */
export function tenthsText(tenths: number): string {
  return (tenths / 10_000).toFixed(4).replace(/0{1,2}$/, '');
}

/** Rounds a provider's price in dollars to 1/10,000 $. @returns a decimal string; null unless it is above 0 and below 10^9 */
export function onLattice(dollars: number): string | null {
  const tenths = Math.round(dollars * 10_000);
  return Number.isSafeInteger(tenths) && tenths > 0 && dollars < 1e9 ? tenthsText(tenths) : null;
}
