/** The market as everything else sees it. Implementations: simulated/, files/, fmp/. */

import type { Interval } from '#core/market/bars.ts';
import type { Stretch } from '#core/orders/meeting.ts';
import type { Params } from '#core/refusals/params.ts';
import type { WordingKey } from '#core/refusals/refusals.ts';

/**
 * One bar. `time` is the bar's start in epoch seconds UTC (1D: 00:00 UTC of the session date). Prices are
 * dollars as numbers (a replay's finished bars: the file's own numbers): display data, never an input of a balance.
 */
export type DatedCandle = {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

/** A named data source, shown to the user with every payload. */
type Source = 'simulated' | 'replay' | 'fmp' | 'finnhub';

/** The newest price of a symbol. `price` is an exact decimal string, at most 4 decimals ("184.78"). */
export type Quote = {
  symbol: string;
  price: string;
  /**
   * When the price was made, epoch ms; null where its source does not say. Its age decides whether an order may fill at
   * it, and a price of unknown age never does.
   */
  asOfMs: number | null;
  /** Previous session's close, decimal string. */
  prevClose: string;
  source: Source;
};

export type Profile = {
  symbol: string;
  companyName: string;
  exchange: string;
  sector: string;
  /** null where the source does not know it (replay files). */
  beta: number | null;
  /** Dollars. */
  marketCap: number | null;
  source: Source;
};

export type Trade = { symbol: string; price: string; size: number; tsMs: number };

/** Screener filters; absent means "any". Prices and market cap in dollars, volume in shares a day. */
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
  /** Since the previous close; null where the source does not tell. */
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

export type Hours = 'always' | 'us';

type Capabilities = {
  intraday: boolean;
  realtime: boolean;
  delaySec: number;
  hours: Hours;
  /** Market milliseconds per wall-clock millisecond: 1, or a replay's REPLAY_SPEED. */
  speed: number;
  /** Real shares: when their sessions are, whatever MARKET_HOURS lets traders do. `hours` if absent. */
  sessions?: Hours;
  /** Shares split here, and `splits` tells when. */
  splits?: boolean;
  /** Seconds between two requests for a price while it moves, where no stream delivers prices. */
  pollSec?: number;
  /**
   * A provider sells the data: requests are limited, a bar settles one bar length after its end, and a company's logo may be missing
   * only for now.
   */
  provider?: boolean;
};

/** A stretch of the simulated tape that follows one seed: until the next seed period's `effectiveFrom`. */
export type SeedPeriod = {
  /** Epoch ms; rounded up to a whole minute. */
  effectiveFrom: number;
  /** 32 bytes. */
  seed: Uint8Array;
};

/** Data that is older than it should be, because its source could not be asked again. */
export type Staleness = {
  /** When it was fetched, epoch ms. */
  sinceMs: number;
  /** Why it is not newer. */
  problem: Problem;
};

export interface Market {
  readonly source: Source;
  readonly capabilities: Capabilities;
  /** The simulated tape and catalogue that prices are derived from. Absent in markets whose prices no seed proves. */
  readonly tape?: { version: number; catalogue: string };
  /** What the chart writes beside the prices, where that is more than the source's own label. */
  label?(): MarketLabel;
  /** The market's clock, epoch ms: the wall clock, or the replay's. Nothing after it is ever served. */
  now(): number;
  /**
   * Bars with from <= time <= to, ascending, strictly increasing, validated; the last may still be forming.
   * @param from epoch seconds @param to epoch seconds, clamped to now()
   * @throws UnknownSymbolError, MarketUnavailableError
   */
  candles(symbol: string, interval: Interval, from: number, to: number): Promise<DatedCandle[]>;
  /** How old the bars are that `candles` gave last for these; null: as new as they can be. */
  staleness?(symbol: string, interval: Interval): Staleness | null;
  /** @throws UnknownSymbolError, MarketUnavailableError */
  quote(symbol: string): Promise<Quote>;
  /**
   * Notes what is known of a symbol's price now. The function it returns gives the first price received after that which
   * is newer; when none came within a polling interval, the one that was received again, and null without an answer. Absent
   * where every price is sent when it is made.
   * @throws MarketUnavailableError
   */
  nextQuote?(symbol: string): () => Promise<Quote | null>;
  /** Newest quotes of many symbols, unknown ones left out: the ranking pass marks everything with one call. */
  quotes(symbols: readonly string[]): Promise<Map<string, Quote>>;
  /** @throws UnknownSymbolError */
  profile(symbol: string): Promise<Profile>;
  /**
   * Whether the source has the ticker at all; false only when it says so itself.
   * @throws MarketUnavailableError when it cannot be asked, or seems to have lost more than this one
   */
  isListed(symbol: string): Promise<boolean>;
  /** An image of the company's logo, or null: the caller falls back to a letter tile. */
  logo(symbol: string): Promise<{ type: string; bytes: Uint8Array } | null>;
  screen(filter: ScreenFilter): Promise<ScreenRow[]>;
  /** By symbol prefix first, then by name; at most `limit` (10). */
  search(text: string, limit?: number): Promise<Profile[]>;
  /** Calls `onTrade` for each trade of the symbols until the returned function is called. */
  subscribe(symbols: readonly string[], onTrade: (trade: Trade) => void): () => void;
  session(): MarketSession;
  /**
   * Tells the simulated tape its seeds, all of them, oldest first. Call it at start and whenever a season adds
   * one, before its effectiveFrom has come. Absent in markets that have no seeds.
   */
  setSeedPeriods?(seedPeriods: readonly SeedPeriod[]): void;
  /**
   * Splits of a symbol effective on or after `from` (YYYY-MM-DD), from an answer no older than `since` (epoch ms)
   * @throws UnknownSymbolError, MarketUnavailableError
   */
  splits(symbol: string, from: string, since?: number): Promise<Split[]>;
  /**
   * The way of a symbol's price after `afterMs` and up to `upToMs` (epoch ms, both past), oldest first, the same whenever
   * it is asked for. Lines are cut at both ends (`cut`), so adjoining pieces share no instant. Nothing of an unknown symbol.
   * Absent where prices nobody saw are lost.
   */
  path?(symbol: string, afterMs: number, upToMs: number): Stretch[];
  /** The wall-clock instant of one of the market's clock, epoch ms. Absent where the two are the same. */
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

/** Why a source gave no data. */
export type Trouble = 'network' | 'slow' | 'status' | 'json' | 'shape' | 'limit' | 'refused';

/** Why there are no prices, or only old ones: a wording of UNAVAILABLE and its parameters. */
export type Problem = { key: Extract<WordingKey, `UNAVAILABLE.${string}`>; params?: Params };

/** The source is down, slow or sends garbage. */
export class MarketUnavailableError extends Error {
  override name = 'MarketUnavailableError';
  readonly problem: Problem;
  readonly trouble: Trouble | undefined;
  /** Asking again before this many ms have passed is of no use. */
  readonly retryMs: number | undefined;

  constructor(key: Problem['key'], more: { params?: Params; trouble?: Trouble; retryMs?: number } = {}) {
    super(key);
    this.problem = { key, ...(more.params && { params: more.params }) };
    this.trouble = more.trouble;
    this.retryMs = more.retryMs;
  }
}

/** What is written beside a market's prices, as `messages:label.<label>`. */
export type MarketLabel = Source | 'fmpV3';
export const labelOf = (market: Pick<Market, 'label' | 'source'>): MarketLabel =>
  market.label?.() ?? market.source;

/** The settings or files a market is made from cannot be used. `message` has one sentence a line. */
export class MarketSetupError extends Error {
  override name = 'MarketSetupError';
}

/** Prices as exact decimal texts. */

/** 1/10,000 $ as a decimal string of two to four decimals: 1274900 is "127.49". */
export function tenthsText(tenths: number): string {
  return (tenths / 10_000).toFixed(4).replace(/0{1,2}$/, '');
}

/** A provider's price in dollars on our lattice of 1/10,000 $. @returns null when it is no price of a share */
export function onLattice(dollars: number): string | null {
  const tenths = Math.round(dollars * 10_000);
  return Number.isSafeInteger(tenths) && tenths > 0 && dollars < 1e9 ? tenthsText(tenths) : null;
}
