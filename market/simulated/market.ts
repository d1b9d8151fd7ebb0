/** The default market, which needs no key and no network: the tape up to the present. */
import { type Bar, INTERVAL_SECONDS, type Interval } from '#core/market/bars.ts';
import { priceE4 } from '#core/money/units.ts';
import { closeOf, DAY_MS, dayOf } from '../calendar.ts';
import { createTradeFeed } from '../feed.ts';
import { screenRows, searchProfiles } from '../filter.ts';
import {
  type DatedCandle,
  type Hours,
  type Market,
  MarketUnavailableError,
  type Profile,
  percentChange,
  type Quote,
  type ScreenRow,
  type SeedPeriod,
  tenthsText,
  UnknownSymbolError,
} from '../market.ts';
import { CATALOGUE_VERSION, COMPANIES, COMPANY_BY_SYMBOL, type Company } from './companies.ts';
import { FOLD_UNITS } from './folds.ts';
import { HISTORY_DAY } from './series.ts';
import { TAPE_VERSION, Tape } from './tape.ts';

export type SimulatedMarket = Market & { setSeedPeriods(seedPeriods: readonly SeedPeriod[]): void };

/** @param options.clock epoch ms; default: the wall clock @param options.seedPeriods seeds known at the start */
export function createSimulatedMarket(
  options: { clock?: () => number; hours?: Hours; seedPeriods?: readonly SeedPeriod[] } = {},
): SimulatedMarket {
  const { clock: now = Date.now, hours = 'always', seedPeriods = [] } = options;
  const tape = new Tape({ hours, seedPeriods });
  const { calendar } = tape;

  const priceNow = (symbol: string) => Number(quoteAt(tape, symbol, now()).price);

  const feed = createTradeFeed({
    now,
    speed: 1,
    between: (symbol, from, to) =>
      tape.ticksBetween(symbol, from, to).map((tick) => ({
        symbol,
        price: tenthsText(tick.price),
        size: tick.size,
        tsMs: tick.atMs,
      })),
  });

  return {
    source: 'simulated',
    capabilities: { intraday: true, delaySec: 0, hours, speed: 1 },
    tape: { version: TAPE_VERSION, catalogue: CATALOGUE_VERSION },
    now,
    setSeedPeriods: (all) => tape.setSeedPeriods(all),
    async candles(symbol, interval, from, to) {
      return await candlesUntil(now(), tape, symbol, interval, { from, to });
    },
    async quote(symbol) {
      return quoteAt(tape, symbol, now());
    },
    async quotes(symbols) {
      const ms = now();
      const rest = restBetween();
      const out = new Map<string, Quote>();
      for (const symbol of symbols) {
        if (tape.has(symbol) && tape.tickAt(symbol, ms)) out.set(symbol, quoteAt(tape, symbol, ms));
        await rest();
      }
      return out;
    },
    async profile(symbol) {
      return profileAt(companyOf(symbol), priceNow(symbol));
    },
    isListed: async (symbol) => COMPANY_BY_SYMBOL.has(symbol),
    async logo(symbol) {
      companyOf(symbol);
      return null;
    },
    async screen(filter) {
      const ms = now();
      const rest = restBetween();
      const rows: ScreenRow[] = [];
      for (const each of COMPANIES) {
        rows.push(screenRow(tape, each, ms));
        await rest();
      }
      return screenRows(rows, filter);
    },
    async search(text) {
      // prices of the matches only, not of the whole catalogue at each keystroke
      const matches = searchProfiles(PROFILES, text);
      return matches.map((p) => profileAt(companyOf(p.symbol), priceNow(p.symbol)));
    },
    subscribe: (symbols, onTrade) => {
      for (const symbol of symbols) companyOf(symbol);
      return feed.subscribe(symbols, onTrade);
    },
    session: () => calendar.state(now()),
    path(symbol, afterMs, upToMs) {
      if (!COMPANY_BY_SYMBOL.has(symbol)) return [];
      return tape.ticksBetween(symbol, afterMs, Math.min(upToMs, now())).map(({ price, atMs }) => {
        const tick = priceE4(BigInt(price));
        return { fromMs: atMs, from: tick, toMs: atMs, to: tick };
      });
    },
    async splits(symbol) {
      companyOf(symbol);
      return [];
    },
    stop: () => feed.stop(),
  };
}

/** Work yields to the event loop after this long, ms. */
const WORK_MS = 8;

/** Returns a function to call between pieces of work. After WORK_MS of work it yields to the event loop. */
function restBetween(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < WORK_MS) return undefined;
    return new Promise((done) =>
      setImmediate(() => {
        began = performance.now();
        done();
      }),
    );
  };
}

const PROFILES = COMPANIES.map((company): Profile => ({ ...profileAt(company, 0), marketCap: null }));

/** @throws UnknownSymbolError */
function companyOf(symbol: string): Company {
  const company = COMPANY_BY_SYMBOL.get(symbol);
  if (!company) throw new UnknownSymbolError(symbol);
  return company;
}

/** @throws UnknownSymbolError, MarketUnavailableError */
function quoteAt(tape: Tape, symbol: string, ms: number): Quote {
  const tick = tape.tickAt(companyOf(symbol).symbol, ms);
  if (!tick) throw new MarketUnavailableError('UNAVAILABLE.clock');
  return {
    symbol,
    price: tenthsText(tick.price),
    asOfMs: tick.atMs,
    prevClose: tenthsText(tape.previousClose(symbol, ms)),
    source: 'simulated',
  };
}

function profileAt(company: Company, price: number): Profile {
  return {
    symbol: company.symbol,
    companyName: company.name,
    exchange: company.exchange,
    sector: company.sector,
    beta: company.beta,
    marketCap: Math.round(price * company.shares * 1e6),
    source: 'simulated',
  };
}

/** Returns the bars with from <= time <= to (epoch seconds), without prices after `ms`. @throws UnknownSymbolError */
async function candlesUntil(
  ms: number,
  tape: Tape,
  symbol: string,
  interval: Interval,
  { from, to }: { from: number; to: number },
): Promise<DatedCandle[]> {
  companyOf(symbol);
  const last = dayOf(Math.min(to * 1000, ms));
  const minutes = interval === '1D' ? 0 : INTERVAL_SECONDS[interval] / 60;
  const out: DatedCandle[] = [];
  const rest = restBetween();
  for (let day = Math.max(HISTORY_DAY, Math.floor((from * 1000) / DAY_MS)); day <= last; day++) {
    const session = tape.calendar.session(day);
    if (!session || session.openMs > ms) continue;
    for (const bar of tape.bars(symbol, session, minutes, ms))
      if (bar.time >= from && bar.time <= to) out.push({ ...bar });
    await rest();
  }
  return out;
}

function screenRow(tape: Tape, company: Company, ms: number): ScreenRow {
  const price = Number(quoteAt(tape, company.symbol, ms).price);
  const prevClose = tape.previousClose(company.symbol, ms) / FOLD_UNITS;
  return {
    ...profileAt(company, price),
    price,
    volume: lastVolume(tape, company.symbol, ms),
    changePercent: percentChange(prevClose, price),
  };
}

/** Returns the volume of the last finished session, because the running session's volume is not comparable yet. */
function lastVolume(tape: Tape, symbol: string, ms: number): number {
  const newest = tape.calendar.latest(ms);
  const session = newest && ms < closeOf(newest) ? tape.calendar.previous(newest.day) : newest;
  const [bar]: Bar[] = session ? tape.bars(symbol, session, 0, ms) : [];
  return bar?.volume ?? 0;
}
