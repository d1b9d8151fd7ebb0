/** The demo's past, played through the real engine at past prices: a season that is over, and the first days of the running one. */
import type { PriceSample } from '#core/leaderboard/equity.ts';
import type { Sql } from '#db/client.ts';
import { addSamples } from '#db/queries/leaderboard/equity.ts';
import { stopChain } from '#db/queries/proof/chain.ts';
import { lockSeasons, newestSeason, type SeasonRow } from '#db/queries/season/seasons.ts';
import * as seed from '#db/seed.ts';
import type { Market } from '#market/market.ts';
import { NO_PRICE_CHECK } from '../market/price-check.ts';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../platform/settings.ts';
import { createVault } from '../proof/seed-periods.ts';
import { createSeasonSteps } from '../season/change-season.ts';
import type { Seasons } from '../season/seasons.ts';
import { createTrading } from '../trading/trading.ts';
import { act } from './behaviour.ts';
import { openPast } from './past.ts';

/** The share of the days that belongs to the season that is over, and to the pause after it. */
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
 * Plays the last days: the running season becomes one that is over, and the next one runs. The same bars give the same orders.
 * @param adminId whose log has the end and the start
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
    // the clock stands still during a step, so its prices stay fresh however long the orders take
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
    // a link of now would come after the end
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

/** A stream of numbers from 0 to below 1, the same one at each start. */
function createRandom(): () => number {
  const range = 2 ** 32;
  let state = 7;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % range;
    return state / range;
  };
}
