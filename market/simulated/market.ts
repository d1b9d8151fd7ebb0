/** The default market: no key, no network. The tape, seen through a clock that hides what is still to come. */
import type { Bar } from '#core/market/bars.ts';
import { DAY_MS, dayOf } from '../calendar.ts';
import { createFeed } from '../feed.ts';
import { screenRows, searchProfiles } from '../filter.ts';
import {
  type Candle,
  type Hours,
  INTERVAL_SECONDS,
  type Market,
  MarketUnavailableError,
  type Profile,
  type Quote,
  type ScreenRow,
  type SeedPeriod,
  UnknownSymbolError,
} from '../market.ts';
import { priceText } from '../price.ts';
import { COMPANIES, COMPANY_BY_SYMBOL, type Company } from './catalogue.ts';
import { UNITS } from './folds.ts';
import { HISTORY_DAY } from './series.ts';
import { Tape } from './tape.ts';

export type SimulatedMarket = Market & { setSeedPeriods(seedPeriods: readonly SeedPeriod[]): void };

/**
 * @param options.clock epoch ms; the wall clock
 * @param options.seedPeriods seasons' seeds known at the start
 */
export function createSimulatedMarket(
  options: { clock?: () => number; hours?: Hours; seedPeriods?: readonly SeedPeriod[] } = {},
): SimulatedMarket {
  const { clock: now = Date.now, hours = 'always', seedPeriods = [] } = options;
  const tape = new Tape({ hours, seedPeriods });
  const { calendar } = tape;

  const company = (symbol: string): Company => {
    const found = COMPANY_BY_SYMBOL.get(symbol);
    if (!found) throw new UnknownSymbolError(symbol);
    return found;
  };

  function quoteNow(symbol: string, ms: number): Quote {
    const tick = tape.tickAt(company(symbol).symbol, ms);
    if (!tick) throw new MarketUnavailableError('UNAVAILABLE.clock');
    return {
      symbol,
      price: priceText(tick.price),
      asOfMs: tick.atMs,
      prevClose: priceText(tape.previousClose(symbol, ms)),
      source: 'simulated',
    };
  }

  function profileAt(c: Company, price: number): Profile {
    return {
      symbol: c.symbol,
      companyName: c.name,
      exchange: c.exchange,
      sector: c.sector,
      beta: c.beta,
      marketCap: Math.round(price * c.shares * 1e6),
      source: 'simulated',
    };
  }
  const priceNow = (symbol: string) => Number(quoteNow(symbol, now()).price);

  const feed = createFeed({
    now,
    speed: 1,
    between: (symbol, from, to) =>
      tape.ticksBetween(symbol, from, to).map((tick) => ({
        symbol,
        price: priceText(tick.price),
        size: tick.size,
        tsMs: tick.atMs,
      })),
  });

  return {
    source: 'simulated',
    capabilities: { intraday: true, realtime: true, delaySec: 0, hours, speed: 1 },
    now,
    setSeedPeriods: (all) => tape.setSeedPeriods(all),
    async candles(symbol, interval, from, to) {
      const { symbol: known } = company(symbol);
      const ms = now();
      const last = dayOf(Math.min(to * 1000, ms));
      const minutes = interval === '1D' ? 0 : INTERVAL_SECONDS[interval] / 60;
      const out: Candle[] = [];
      const rest = restBetween(WORK_MS);
      for (let day = Math.max(HISTORY_DAY, Math.floor((from * 1000) / DAY_MS)); day <= last; day++) {
        const session = calendar.session(day);
        if (!session || session.openMs > ms) continue;
        for (const bar of tape.bars(known, session, minutes, ms))
          if (bar.time >= from && bar.time <= to) out.push({ ...bar });
        await rest();
      }
      return out;
    },
    async quote(symbol) {
      return quoteNow(symbol, now());
    },
    async quotes(symbols) {
      const ms = now();
      const rest = restBetween(WORK_MS);
      const out = new Map<string, Quote>();
      for (const symbol of symbols) {
        if (tape.has(symbol) && tape.tickAt(symbol, ms)) out.set(symbol, quoteNow(symbol, ms));
        await rest();
      }
      return out;
    },
    async profile(symbol) {
      return profileAt(company(symbol), priceNow(symbol));
    },
    async logo(symbol) {
      company(symbol);
      return null;
    },
    async screen(filter) {
      const ms = now();
      const rest = restBetween(WORK_MS);
      const rows: ScreenRow[] = [];
      for (const c of COMPANIES) {
        const price = Number(quoteNow(c.symbol, ms).price);
        const before = tape.previousClose(c.symbol, ms) / UNITS;
        rows.push({
          ...profileAt(c, price),
          price,
          volume: lastVolume(c.symbol, ms),
          changePercent: Math.round((price / before - 1) * 10_000) / 100,
        });
        await rest();
      }
      return screenRows(rows, filter);
    },
    async search(text, limit) {
      // names first, prices only of what was found: a market value is not worth 120 quotes a keystroke
      const found = searchProfiles(PROFILES, text, limit);
      return found.map((p) => profileAt(company(p.symbol), priceNow(p.symbol)));
    },
    subscribe: (symbols, onTrade) => {
      for (const symbol of symbols) company(symbol);
      return feed.subscribe(symbols, onTrade);
    },
    session: () => calendar.state(now()),
    async splits(symbol) {
      company(symbol);
      return [];
    },
    stop: () => feed.stop(),
  };

  /** Shares traded in the last finished session: today's are still too few to compare. */
  function lastVolume(symbol: string, ms: number): number {
    const running = calendar.latest(ms);
    const session = running && calendar.previous(running.day);
    const [bar]: Bar[] = session ? tape.bars(symbol, session, 0, ms) : [];
    return bar?.volume ?? 0;
  }
}

/** Work is put down after this many ms, so that whoever else asks is served in between. */
const WORK_MS = 8;

/** A pause to call between pieces of work: it lets others go first when `ms` of work have passed, else it does nothing. */
function restBetween(ms: number): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < ms) return undefined;
    return new Promise((done) =>
      setImmediate(() => {
        began = performance.now();
        done();
      }),
    );
  };
}

const PROFILES: Profile[] = COMPANIES.map((c) => ({
  symbol: c.symbol,
  companyName: c.name,
  exchange: c.exchange,
  sector: c.sector,
  beta: c.beta,
  marketCap: null,
  source: 'simulated',
}));
