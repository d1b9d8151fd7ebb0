/** Plays the demo's past through the real engine at past prices: a finished season, and days of the running season. */

import type { PriceSample } from '#core/leaderboard/equity.ts';
import { readPrice } from '#core/money/money.ts';
import type { Sql } from '#db/client.ts';
import { addSamples } from '#db/queries/leaderboard/equity.ts';
import { stopChain } from '#db/queries/proof/chain.ts';
import { lockSeasons, newestSeason, type SeasonRow } from '#db/queries/season/seasons.ts';
import * as seed from '#db/seed.ts';
import { type DatedCandle, type Market, MarketUnavailableError, type Quote } from '#market/market.ts';
import { NO_PRICE_CHECK } from '../market/price-check.ts';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../platform/settings.ts';
import { createVault } from '../proof/seed-periods.ts';
import { createSeasonSteps } from '../season/change-season.ts';
import type { Seasons } from '../season/seasons.ts';
import { createTrading } from '../trading/trading.ts';
import { act } from './behaviour.ts';

const DAYS = 14;
const DAY_S = 86_400;

type Past = {
  market: Market;
  /** Epoch ms at which bars closed, ascending. The caller passes them to `goTo` in sequence. */
  steps: number[];
  /** Symbols with a bar that closed at the current step. */
  trading(): string[];
  goTo(step: number): void;
  /** The prices of the symbols in `trading()`, dated to the current step. */
  samples(): PriceSample[];
};

/** Loads the hourly bars of the last DAYS days, or two months of daily bars from a market without hourly bars. */
async function openPast(market: Market, symbols: readonly string[]): Promise<Past> {
  const { intraday } = market.capabilities;
  const [interval, seconds, days] = intraday ? (['1h', 3600, DAYS] as const) : (['1D', DAY_S, 60] as const);
  const to = Math.floor(market.now() / 1000);
  const closes = new Map<number, Map<string, DatedCandle>>();
  for (const symbol of symbols) {
    for (const candle of await market.candles(symbol, interval, to - days * DAY_S, to)) {
      const end = (candle.time + seconds) * 1000;
      if (end >= market.now()) continue;
      const candles = closes.get(end) ?? new Map<string, DatedCandle>();
      closes.set(end, candles.set(symbol, candle));
    }
  }
  let now = 0;
  /** The last close up to the current step, by symbol. */
  const lastCloses = new Map<string, Quote>();

  function quoteOf(symbol: string, { close }: DatedCandle): Quote {
    const price = close.toFixed(4);
    return { symbol, price, asOfMs: now - 1, prevClose: price, source: market.source };
  }

  async function quote(symbol: string): Promise<Quote> {
    const candle = closes.get(now)?.get(symbol);
    if (!candle) throw new MarketUnavailableError('UNAVAILABLE.early', { params: { symbol } });
    return quoteOf(symbol, candle);
  }

  return {
    steps: [...closes.keys()].sort((a, b) => a - b),
    trading: () => [...(closes.get(now)?.keys() ?? [])],
    samples: () =>
      [...(closes.get(now) ?? [])].map(([symbol, { close }]) => ({
        at: now,
        symbol,
        price: readPrice(close.toFixed(4)),
      })),
    goTo(step) {
      now = step;
      for (const [symbol, candle] of closes.get(step) ?? []) lastCloses.set(symbol, quoteOf(symbol, candle));
    },
    market: {
      ...market,
      now: () => now,
      quote,
      quotes: async (symbols) => new Map([...lastCloses].filter(([symbol]) => symbols.includes(symbol))),
      session: () => ({ open: true, opensAt: null, closesAt: null }),
    },
  };
}

/** Fractions of the played steps: the finished season, and the pause after it. */
const OVER = 0.4;
const PAUSE = 0.05;

type Deps = {
  sql: Sql;
  market: Market;
  settings: Settings;
  seasons: Pick<Seasons, 'current'>;
  log: Log;
};

/**
 * Plays the last days: ends the running season early and starts the next. The same bars and traders give the same
 * orders.
 * @param adminId the admin whom the audit log names for the end and the start
 * @returns when the first season ended, epoch ms; null without bars
 */
export async function playHistory(
  deps: Deps,
  traders: readonly seed.SimulatedTrader[],
  symbols: readonly string[],
  adminId: number | null,
): Promise<number | null> {
  const { sql, market, settings } = deps;
  const past = await openPast(market, symbols);
  const [first] = past.steps;
  if (first === undefined) return null;
  let now = first;
  const clock = { now: () => now };
  const random = createRandom();
  const engine = createTrading({
    sql,
    market: past.market,
    clock,
    // the clock stops during a step, so prices stay fresh however long the orders take
    settings: { quoteMaxAgeMs: 60_000 },
    bus: { publish() {} },
    priceCheck: NO_PRICE_CHECK,
  });
  const steps = createSeasonSteps({
    market: past.market,
    clock,
    settings,
    vault: createVault(settings.secretKey),
  });
  async function play(season: SeasonRow, days: readonly number[]): Promise<void> {
    const samples: PriceSample[] = [];
    for (const step of days) {
      now = step;
      past.goTo(step);
      samples.push(...past.samples());
      await act(deps, engine, traders, past.trading(), random);
    }
    await addSamples(sql, season.id, samples);
  }

  const newest = async () => (await newestSeason(sql))!;
  const end = Math.floor(past.steps.length * OVER);
  const start = Math.floor(past.steps.length * (OVER + PAUSE));
  await seed.backdateSeason(sql, (await newest()).id, new Date(first - 60_000));
  await sql.begin(async (tx) => {
    await lockSeasons(tx);
    // a chain link that another process appends now would be dated today, after the end of the played season
    await stopChain(tx);
    await play(await newest(), past.steps.slice(0, end));
    await steps.act(tx, 'end', adminId);
  });
  const endedAt = now;
  now = past.steps[start]! - 60_000;
  await sql.begin(async (tx) => {
    await lockSeasons(tx);
    await steps.act(tx, 'start', adminId);
  });
  await seed.backdateSeason(sql, (await newest()).id, new Date(now));
  await play(await newest(), past.steps.slice(start));
  return endedAt;
}

/** Returns a generator of 0 to below 1, with the same sequence every time. */
function createRandom(): () => number {
  const range = 2 ** 32;
  let state = 7;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % range;
    return state / range;
  };
}
