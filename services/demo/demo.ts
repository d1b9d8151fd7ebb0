/** Demo mode: simulated traders with a past of some days, who trade on through the real engine. */

import type { SessionUser } from '#core/account/visitor.ts';
import { LEVEL_REWARD_TKF, xpAtLevel } from '#core/progress/xp.ts';
import { type CatalogueItem, ITEMS, type ItemType } from '#core/shop/catalogue.ts';
import type { Sql } from '#db/client.ts';
import { hasSeasonFills } from '#db/queries/season/seasons.ts';
import * as seed from '#db/seed.ts';
import { type Market, MarketUnavailableError, UnknownSymbolError } from '#market/market.ts';
import type { OrderService } from '../orders/change-orders.ts';
import type { Log } from '../platform/log.ts';
import { createLoop } from '../platform/loop.ts';
import type { Shop } from '../shop/shop.ts';
import type { Trading } from '../trading/trading.ts';
import { act, FAVOURITES } from './behaviour.ts';
import { playHistory } from './history.ts';
import { leaveExits, patientEngine } from './patient.ts';
import { leaveWork, type StaffDeps, setPrizes, settlePrizes } from './staff-work.ts';

/** Bounds of the pause between two turns, ms. In each turn one simulated trader may place an order. */
const PAUSE_MS = { least: 1_000, most: 3_000 };
/** The maximum number of symbols to trade at bought prices, as a provider counts requests for each symbol. */
const MOST_BOUGHT = 4;

type Deps = StaffDeps & {
  market: Market;
  trading: Pick<Trading, 'execute'>;
  orders: Pick<OrderService, 'place'>;
  shop: Pick<Shop, 'purchase' | 'equip'>;
  log: Log;
};

export function createDemo(deps: Deps) {
  const { sql, market, seasons, leaderboard, log } = deps;
  const engine = patientEngine(deps);
  let traders: seed.SimulatedTrader[] = [];
  let symbols: string[] = [];

  /** Returns the favourites that the market has. Only the first call asks the market. */
  async function tradable(): Promise<string[]> {
    if (symbols.length > 0) return symbols;
    const favourites = market.capabilities.provider ? FAVOURITES.slice(0, MOST_BOUGHT) : FAVOURITES;
    const isListed = await Promise.all(favourites.map((symbol) => exists(market, symbol)));
    symbols = favourites.filter((_, i) => isListed[i]);
    return symbols;
  }

  async function playPast(admin: SessionUser | null): Promise<void> {
    if (admin) await setPrizes(deps, admin.id);
    const endedAt = await playHistory(deps, traders, await tradable(), admin?.id ?? null);
    if (admin && endedAt !== null) await settlePrizes(deps, admin.id, endedAt);
  }

  async function takeTurn(): Promise<void> {
    if (!seasons.active() || !market.session().open) return;
    const tickers = await tradable();
    if (tickers.length > 0) await act(deps, engine, traders, tickers);
  }

  const everyMs = () => PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least);
  const loop = createLoop(takeTurn, { everyMs, log, failure: 'a simulated trader failed' });

  return {
    /**
     * Adds the simulated traders, gives an active season without fills a past, and starts the trading. Does nothing
     * without a season.
     * @param admin sets the prizes, confirms the winners and pays in that past; null leaves the winners provisional
     */
    async begin(admin: SessionUser | null): Promise<void> {
      const season = seasons.current();
      if (!season) return;
      traders = await seed.addSimulatedTraders(sql, season.id);
      if (season.status === 'active' && !(await hasSeasonFills(sql, season.id))) {
        await wearItems(deps, traders);
        await playPast(admin).catch((error) => {
          if (!(error instanceof MarketUnavailableError)) throw error;
          log.warn({ why: error.message }, 'the simulated traders have no first days');
        });
        await seasons.refresh();
        await Promise.all(traders.map((trader) => leaveExits(deps, trader)));
        await leaderboard.pass(true);
      }
      loop.begin();
    },

    /**
     * Makes `moderator` a moderator, adds a report and a contact message for the staff, and forces a ranking pass, so
     * that the leaderboard includes traders who registered after the last pass.
     */
    async leaveWork(admin: SessionUser, moderator: string): Promise<void> {
      await leaveWork(deps, admin, moderator);
      await leaderboard.pass(true);
    },

    stop: loop.stop,
  };
}

async function exists(market: Market, symbol: string): Promise<boolean> {
  try {
    await market.profile(symbol);
    return true;
  } catch (error) {
    // an unavailable provider must not stop the server from starting
    if (error instanceof UnknownSymbolError || error instanceof MarketUnavailableError) return false;
    throw error;
  }
}

/** Levels to start from, by trader: beginners, regulars, a few veterans. */
const LEVELS = [5, 0, 9, 3, 12, 2, 1, 7, 4, 0, 16, 6] as const;
/** Types of items, in the order in which a simulated trader buys them. */
const WISHES = ['logo', 'banner', 'badge'] as const satisfies readonly ItemType[];

/** Gives every trader without XP an earlier career, and spends its TKF in the shop. The ledger has every entry. */
async function wearItems(
  { sql, shop }: { sql: Sql; shop: Pick<Shop, 'purchase' | 'equip'> },
  traders: readonly seed.SimulatedTrader[],
): Promise<void> {
  for (const [i, { id }] of traders.entries()) {
    const level = LEVELS[i % LEVELS.length]!;
    const career = { level, xp: xpAtLevel(level) + ((i * 37) % 100) };
    if (!(await seed.grantCareer(sql, id, career))) continue;
    for (const { id: itemId, type } of inventory(i, level * LEVEL_REWARD_TKF)) {
      await shop.purchase(id, itemId);
      await shop.equip(id, { itemId, type, unequip: false });
    }
  }
}

/** Returns the dearest affordable item of each type in turn. `taste` selects one of several at the same price. */
function inventory(taste: number, tkf: number): CatalogueItem[] {
  let budget = tkf;
  return WISHES.flatMap((type) => {
    const affordable = ITEMS.filter((item) => item.type === type && item.price <= budget);
    const dearest = Math.max(...affordable.map((item) => item.price));
    const choice = affordable.filter((item) => item.price === dearest);
    const item = choice[(taste * 7) % choice.length];
    if (!item) return [];
    budget -= item.price;
    return [item];
  });
}
