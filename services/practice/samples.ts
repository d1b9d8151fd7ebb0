/** Samples prices of symbols held in practice and private games, for the equity curves of these accounts. */
import { PRACTICE_ID } from '#core/season/game.ts';
import type { Sql } from '#db/client.ts';
import { addSamples } from '#db/queries/leaderboard/equity.ts';
import { openPracticeSeason, symbolsBesideSeason } from '#db/queries/season/practice.ts';
import type { Market } from '#market/market.ts';
import type { OrderEngine } from '../orders/match-orders.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createLoop } from '../platform/loop.ts';
import { valuationPrices } from '../trading/portfolio.ts';

/** Interval of checks, and least interval of a symbol's samples, ms. */
const LOOK_MS = 60_000;
const SPACING_MS = 900_000;
const BOUGHT_SYMBOLS = 50;

type Deps = {
  sql: Sql;
  market: Pick<Market, 'quotes' | 'path' | 'session' | 'capabilities' | 'now'>;
  clock: Clock;
  orderEngine: Pick<OrderEngine, 'symbols'>;
  log: Pick<Log, 'warn'>;
};

export function createPracticeSamples({ sql, market, clock, orderEngine, log }: Deps) {
  /** When this process last read the price of each symbol, epoch ms. */
  const lookedAt = new Map<string, number>();

  /**
   * While the market is open, reads and stores the prices of symbols whose last read was SPACING_MS ago.
   * @returns the number of prices
   */
  async function sample(): Promise<number> {
    if (!market.session().open) return 0;
    const now = clock.now();
    const held = await symbolsBesideSeason(sql);
    const due = held.filter((symbol) => now - (lookedAt.get(symbol) ?? 0) >= SPACING_MS);
    const chosen = market.path ? due : due.slice(0, BOUGHT_SYMBOLS);
    const prices = await valuationPrices(sql, market, chosen);
    // the samples belong to the season row of practice, which does not exist before somebody practises
    if (prices.size > 0) await openPracticeSeason(sql);
    await addSamples(
      sql,
      PRACTICE_ID,
      [...prices].map(([symbol, price]) => ({ symbol, price, at: now })),
    );
    for (const symbol of chosen) lookedAt.set(symbol, now);
    return prices.size;
  }

  // runs only in the process that matches orders
  const look = async () => orderEngine.symbols() !== null && (await sample());
  const failure = 'the prices of practice could not be sampled';
  return { sample, ...createLoop(look, { everyMs: LOOK_MS, log, failure }) };
}
