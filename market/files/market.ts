/** The market of recorded prices. Its clock starts in the past, and it never returns a later price. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INTERVAL_SECONDS } from '#core/market/bars.ts';
import { createCalendar, DAY_MS } from '../calendar.ts';
import { createTradeFeed } from '../feed.ts';
import { screenRows, searchProfiles } from '../filter.ts';
import {
  type Hours,
  type Market,
  MarketSetupError,
  MarketUnavailableError,
  type Profile,
  percentChange,
  type Quote,
  type ScreenRow,
  tenthsText,
  UnknownSymbolError,
} from '../market.ts';
import { COMPANY_BY_SYMBOL } from '../simulated/companies.ts';
import { type PriceFile, parsePriceFile, textOf } from './csv.ts';
import { ReplaySeries } from './series.ts';

const YEAR_MS = 365 * DAY_MS;

/** @throws MarketSetupError with the name of the unusable folder or file */
export async function readPriceFiles(dir: string): Promise<PriceFile[]> {
  const names = await readdir(dir).catch(() => {
    throw new MarketSetupError(`REPLAY_DIR must be a folder of CSV files; ${dir} can't be read.`);
  });
  const files: PriceFile[] = [];
  for (const name of names.filter((n) => /\.csv$/i.test(n)).sort()) {
    const bytes = await readFile(join(dir, name)).catch(() => {
      throw new MarketSetupError(`${name} in REPLAY_DIR can't be read.`);
    });
    const file = parsePriceFile(name, textOf(name, bytes));
    if (files.some((f) => f.symbol === file.symbol))
      throw new MarketSetupError(`REPLAY_DIR has two files of ${file.symbol}: one a symbol, please.`);
    files.push(file);
  }
  if (files.length === 0)
    throw new MarketSetupError(`REPLAY_DIR must be a folder of CSV files; ${dir} has none.`);
  return files;
}

/** Returns a sentence when `from` (epoch ms) lies before or after all prices of the files, else null. */
export function startProblem(files: readonly PriceFile[], from: number | undefined): string | null {
  if (from === undefined) return null;
  const [first, last] = [
    Math.min(...files.map(({ rows }) => rows[0]!.atMs)),
    Math.max(...files.map(({ rows }) => rows.at(-1)!.atMs)),
  ];
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  // the last row may be a whole day
  if (from >= first && from < last + DAY_MS) return null;
  const side = from < first ? 'before the first price' : 'after the last price';
  return `REPLAY_FROM, ${day(from)}, is ${side}: the files go from ${day(first)} to ${day(last)}.`;
}

/**
 * @param options.from start of the replay, epoch ms; default: a year after the first row, or the middle of a shorter
 * history
 * @param options.speed market ms per wall-clock ms
 * @param options.startedAt wall-clock ms at which the replay is at `from`, the same in all processes; default: now
 */
export function createReplayMarket(
  files: readonly PriceFile[],
  options: { from?: number; speed?: number; hours?: Hours; clock?: () => number; startedAt?: number } = {},
): Market {
  const { speed = 1, hours = 'always', clock = Date.now } = options;
  const startedAt = options.startedAt ?? clock();
  const all = new Map(files.map((f) => [f.symbol, new ReplaySeries(f, hours, speed)]));
  const from = options.from ?? defaultStart([...all.values()]);
  const calendar = createCalendar(hours);
  const now = () => Math.floor(from + Math.max(0, clock() - startedAt) * speed);

  function seriesOf(symbol: string): ReplaySeries {
    const series = all.get(symbol);
    if (!series) throw new UnknownSymbolError(symbol);
    return series;
  }

  const begun = (ms: number) => [...all.values()].filter((s) => s.firstMs <= ms);

  const feed = createTradeFeed({
    now,
    speed,
    between(symbol, fromMs, toMs) {
      const tick = seriesOf(symbol).newestBetween(fromMs, toMs);
      return tick ? [{ symbol, price: tenthsText(tick.tenths), size: tick.size, tsMs: tick.atMs }] : [];
    },
  });

  return {
    source: 'replay',
    capabilities: { intraday: true, delaySec: 0, hours, speed },
    now,
    async candles(symbol, interval, fromS, toS) {
      const ms = now();
      const minutes = interval === '1D' ? 0 : INTERVAL_SECONDS[interval] / 60;
      return seriesOf(symbol).bars(minutes, fromS * 1000, Math.min(toS * 1000, ms), ms);
    },
    async quote(symbol) {
      return quoteOf(seriesOf(symbol), now(), hours);
    },
    async quotes(symbols) {
      const ms = now();
      const names = new Set(symbols);
      return new Map(
        begun(ms)
          .filter((s) => names.has(s.symbol))
          .map((s) => [s.symbol, quoteOf(s, ms, hours)]),
      );
    },
    async profile(symbol) {
      return profileOf(seriesOf(symbol).symbol);
    },
    isListed: async (symbol) => all.has(symbol),
    async logo(symbol) {
      seriesOf(symbol);
      return null;
    },
    async screen(filter) {
      const ms = now();
      const rows = begun(ms).map((series) => screenRow(series, ms));
      return screenRows(rows, filter);
    },
    async search(text) {
      const profiles = begun(now()).map((series) => profileOf(series.symbol));
      return searchProfiles(profiles, text);
    },
    subscribe(symbols, onTrade) {
      for (const symbol of symbols) seriesOf(symbol);
      return feed.subscribe(symbols, onTrade);
    },
    session: () => calendar.state(now()),
    path: (symbol, afterMs, upToMs) => all.get(symbol)?.path(afterMs, Math.min(upToMs, now())) ?? [],
    wallTime: (ms) => startedAt + Math.ceil((ms - from) / speed),
    async splits(symbol) {
      seriesOf(symbol);
      return [];
    },
    stop: () => feed.stop(),
  };
}

function quoteOf(series: ReplaySeries, ms: number, hours: Hours): Quote {
  const tick = series.tickAt(ms);
  if (!tick) throw new MarketUnavailableError('UNAVAILABLE.early', { params: { symbol: series.symbol } });
  // when the market never closes, the last price stays current between two bars
  const isCurrent = hours === 'always' && !series.running(ms);
  return {
    symbol: series.symbol,
    price: tenthsText(tick.tenths),
    asOfMs: isCurrent ? ms : tick.atMs,
    prevClose: tenthsText(series.previousClose(ms)),
    source: 'replay',
  };
}

function profileOf(symbol: string): Profile {
  const company = COMPANY_BY_SYMBOL.get(symbol);
  return {
    symbol,
    companyName: company?.name ?? symbol,
    exchange: company?.exchange ?? '',
    sector: company?.sector ?? '',
    // price files contain neither figure
    beta: null,
    marketCap: null,
    source: 'replay',
  };
}

function screenRow(series: ReplaySeries, ms: number): ScreenRow {
  const price = series.tickAt(ms)!.tenths / 10_000;
  const changePercent = percentChange(series.previousClose(ms) / 10_000, price);
  return { ...profileOf(series.symbol), price, volume: series.lastVolume(ms), changePercent };
}

function defaultStart(series: ReplaySeries[]): number {
  const first = Math.min(...series.map((s) => s.firstMs));
  const last = Math.max(...series.map((s) => s.lastMs));
  return first + YEAR_MS < last ? first + YEAR_MS : first + Math.floor((last - first) / 2);
}
