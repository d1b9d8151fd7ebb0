/** Demo mode: simulated traders with a few days of history, who go on trading through the same engine as everybody. */
import type { PriceSample } from '#core/leaderboard/equity.ts';
import type { Sql } from '#db/client.ts';
import { addSamples } from '#db/queries/leaderboard/equity.ts';
import * as seed from '#db/seed.ts';
import { type Market, MarketUnavailableError, UnknownSymbolError } from '#market/market.ts';
import type { LeaderboardService } from '../leaderboard/leaderboard.ts';
import { NO_PRICE_CHECK } from '../market/price-check.ts';
import type { OrderService } from '../orders/change-orders.ts';
import type { Log } from '../platform/log.ts';
import type { Seasons } from '../season/seasons.ts';
import type { Shop } from '../shop/shop.ts';
import { createTrading, type Trading } from '../trading/trading.ts';
import { act } from './act.ts';
import { FAVOURITES } from './behaviour.ts';
import { wearItems } from './outfits.ts';
import { openPast } from './past.ts';
import { leaveExits, patientEngine } from './patient.ts';

/** Pause between two orders of all simulated traders together, ms. */
const PAUSE_MS = { least: 1_000, most: 3_000 };
/** Orders at each step of the history. */
const PER_STEP = 1;
/** Symbols on a bought market, where each one costs requests. */
const MOST_BOUGHT = 4;

type Deps = {
  sql: Sql;
  market: Market;
  trading: Pick<Trading, 'execute'>;
  orders: Pick<OrderService, 'place'>;
  seasons: Pick<Seasons, 'current' | 'active' | 'refresh'>;
  leaderboard: Pick<LeaderboardService, 'pass'>;
  shop: Pick<Shop, 'purchase' | 'equip'>;
  log: Log;
};

export function createDemo(deps: Deps) {
  const { sql, market, seasons, leaderboard, log } = deps;
  const engine = patientEngine(deps);
  let traders: seed.SimulatedTrader[] = [];
  let symbols: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  /** Returns the favourites that the market has. Looked up on first use: a start must not wait for that many prices. */
  async function tradable(): Promise<string[]> {
    if (symbols.length > 0) return symbols;
    const favourites = market.source === 'fmp' ? FAVOURITES.slice(0, MOST_BOUGHT) : FAVOURITES;
    const isListed = await Promise.all(favourites.map((symbol) => exists(market, symbol)));
    symbols = favourites.filter((_, i) => isListed[i]);
    return symbols;
  }

  async function loop(): Promise<void> {
    try {
      if (seasons.active() && market.session().open) {
        const tickers = await tradable();
        if (tickers.length > 0) await act(deps, engine, traders, tickers);
      }
    } catch (error) {
      if (!isStopped) log.warn({ err: error }, 'a simulated trader failed');
    }
    if (isStopped) return;
    const { least, most } = PAUSE_MS;
    timer = setTimeout(loop, least + Math.random() * (most - least));
  }

  return {
    /** Adds the simulated traders, gives an untouched active season its first days, and lets them trade on. */
    async begin(): Promise<void> {
      const season = seasons.current();
      if (!season) return;
      traders = await seed.addSimulatedTraders(sql, season.id);
      if (season.status === 'active' && !(await seed.hasFills(sql, season.id))) {
        await wearItems(deps, traders);
        await playHistory(deps, season.id, traders, await tradable()).catch((error) => {
          if (!(error instanceof MarketUnavailableError)) throw error;
          log.warn({ why: error.message }, 'the simulated traders have no first days');
        });
        await seasons.refresh();
        await Promise.all(traders.map((trader) => leaveExits(deps, trader)));
        await leaderboard.pass(true);
      }
      timer = setTimeout(loop, PAUSE_MS.least);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Plays the last days through the real engine, at past prices. */
async function playHistory(
  deps: Pick<Deps, 'sql' | 'market' | 'seasons' | 'log'>,
  seasonId: number,
  traders: readonly seed.SimulatedTrader[],
  symbols: readonly string[],
): Promise<void> {
  const { sql, market } = deps;
  const past = await openPast(market, symbols);
  const [first] = past.steps;
  if (first === undefined) return;
  await seed.backdateSeason(sql, seasonId, new Date(first - 60_000));
  let now = first;
  const engine = createTrading({
    sql,
    market: past.market,
    clock: { now: () => now },
    // the clock stands still during a step, so its prices stay fresh however long the orders take
    settings: { quoteMaxAgeMs: 60_000 },
    bus: { publish() {} },
    priceCheck: NO_PRICE_CHECK,
  });
  const samples: PriceSample[] = [];
  for (const step of past.steps) {
    now = step;
    past.goTo(step);
    samples.push(...past.samples());
    for (let i = 0; i < PER_STEP; i++) await act(deps, engine, traders, past.trading());
  }
  await addSamples(sql, seasonId, samples);
}

async function exists(market: Market, symbol: string): Promise<boolean> {
  try {
    await market.profile(symbol);
    return true;
  } catch (error) {
    // a provider that is down must not stop the server from starting
    if (error instanceof UnknownSymbolError || error instanceof MarketUnavailableError) return false;
    throw error;
  }
}
