/** A season of traders and working orders on the simulated tape, the same in every run. */

import { readOrderRequest } from '#core/contract/order-request.ts';
import { writeQuantity } from '#core/money/money.ts';
import { quantityMicros } from '#core/money/units.ts';
import { AppError } from '#core/refusals/refusals.ts';
import { chainHorizon, chainTail } from '#db/queries/proof/chain.ts';
import { readHoldings } from '#db/queries/trading/portfolio.ts';
import type { Market } from '#market/market.ts';
import { nextOrder } from '#services/demo/behaviour.ts';
import type { Client } from './client.ts';
import { startServer } from './server.ts';
import { until } from './until.ts';

/** The traded symbols, and their first prices on markets other than the tape. */
export const PRICES = { AAPL: '190.25', MSFT: '402.5', TSLA: '210.75', NVDA: '880.4', KO: '61.13' };
const SYMBOLS = Object.keys(PRICES);
const MINUTE = 60_000;

/** Returns a generator of numbers from 0 to below 1, the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

export type PlayedSeason = Awaited<ReturnType<typeof openPlayedSeason>>;

/**
 * Opens a running season 1 with `count` traders, the last of whom never trades. Only `play` appends to its chain.
 * @param seed decides what the traders do
 * @param marketOf makes the market, the simulated one if absent; it has the symbols of PRICES
 */
export async function openPlayedSeason(count: number, seed = 7, marketOf?: (now: () => number) => Market) {
  const time = { ms: Date.UTC(2026, 5, 3, 15, 0, 30) };
  const now = () => time.ms;
  const server = await startServer({ clock: { now }, ...(marketOf && { market: marketOf(now) }) });
  const { sql, services } = server;
  await services.chain.stop();
  const admin = await server.admin();
  const rules = { minPrice: '2', maxShare: 60, minHoldMinutes: 10, prizePool: '900' };
  await admin.post('/api/update-competition', rules);
  await sql`insert into users (username, username_key, is_simulated)
    select 'player' || g, 'player' || g, true from generate_series(1, ${count}::int) g`;
  await admin.post('/api/toggle-competition', { active: true });
  const seasonId = services.seasons.current()!.id;
  await sql`
    with opened as (insert into accounts (season_id, user_id, cash)
      select ${seasonId}, id, 100000 from users on conflict do nothing returning user_id, cash)
    insert into ledger (user_id, season_id, currency, kind, amount, at)
    select user_id, ${seasonId}, 'USD', 'season_grant', cash, ${new Date(time.ms)} from opened`;
  const players = await sql<{ id: number; username: string }[]>`
    select id, username from users where is_simulated order by id`;
  const random = randomFrom(seed);

  /** Runs `work`; accepts a refusal, which is part of the game. */
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
    }
  }

  /**
   * Places a working order: for odd `n` a limit below the price with target and trailing stop, else a stop that opens a
   * short.
   */
  async function leaveOrder(player: { id: number; username: string }, n: number): Promise<void> {
    const symbol = SYMBOLS[n % SYMBOLS.length]!;
    const last = Number((await services.market.quote(symbol)).price);
    const near = (percent: number) => (last * (1 + percent / 100)).toFixed(4);
    const exits = { takeProfit: { limitPrice: near(0.3) }, stopLoss: { trailPercent: '0.30' } };
    const body =
      n % 2
        ? { symbol, action: 'buy', type: 'limit', amount: '500', limitPrice: near(-0.05), ...exits }
        : { symbol, action: 'short', type: 'stop', quantity: '3', stopPrice: near(-0.08) };
    await attempt(() =>
      services.orders.place({ ...player, isAdmin: false }, readOrderRequest(body, player.id, time.ms)),
    );
  }

  /**
   * Places a limit order a little above the price that sells a long position but for a remainder worth less than a
   * cent, which the fill closes too.
   */
  async function sellToDust(player: { id: number; username: string }): Promise<void> {
    const long = (await readHoldings(sql, player.id))!.open.find(({ position }) => !position.isShort);
    if (!long) return;
    const { symbol, quantity } = long.position;
    const last = Number((await services.market.quote(symbol)).price);
    const body = {
      symbol,
      action: 'sell',
      type: 'limit',
      limitPrice: (last * 1.0003).toFixed(4),
      quantity: writeQuantity(quantityMicros(quantity - (quantity % 50n))),
    };
    await attempt(() =>
      services.orders.place({ ...player, isAdmin: false }, readOrderRequest(body, player.id, time.ms)),
    );
  }

  return {
    server,
    admin: admin as Client,
    time,
    players,
    seasonId,

    async play(rounds: number): Promise<void> {
      for (let round = 0; round < rounds; round++) {
        time.ms += 7 * MINUTE;
        await services.orderEngine.pump();
        for (const [n, player] of players.slice(0, -1).entries()) {
          const holdings = (await readHoldings(sql, player.id))!;
          const open = holdings.open.map((h) => h.position);
          const order = nextOrder(
            { cash: holdings.cash, open, nerve: random(), most: null },
            SYMBOLS,
            random,
          );
          if (order) await attempt(() => services.trading.execute({ ...player, isAdmin: false }, order));
          if ((n + round) % 3 === 0) await leaveOrder(player, n + round);
          if ((n + round) % 3 === 1) await sellToDust(player);
        }
        // transactions of other tests on the same server may still be running
        await until(async () => {
          await services.chain.tick();
          const [tail, now] = [await chainTail(sql, seasonId), await chainHorizon(sql)];
          return tail.fill === now.fill && tail.event === now.event;
        });
      }
    },

    /** Ends the season and lets time pass until its last seed is public. */
    async end(): Promise<void> {
      await admin.post('/api/toggle-competition', { active: false });
      time.ms += 3 * MINUTE;
      await services.seasons.refresh();
    },
  };
}
