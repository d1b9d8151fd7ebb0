/** An active season on a real database, with a market that the test controls, and the trading service. */

import { readTradeRequest } from '#core/contract/trade.ts';
import type { TradeOrder } from '#core/trading/order.ts';
import { one } from '#db/client.ts';
import type { Market } from '#market/market.ts';
import { NO_PRICE_CHECK } from '#services/market/price-check.ts';
import { viewAccount } from '#services/trading/portfolio.ts';
import { createTrading, type Trader } from '#services/trading/trading.ts';
import { openPit } from './season.ts';

export type Floor = Awaited<ReturnType<typeof openFloor>>;

/** @param prices the market's at the start */
export async function openFloor(prices?: Record<string, string>) {
  const pit = await openPit(prices, Date.now());
  await pit.seasons.start(null);
  const settings = { quoteMaxAgeMs: 15_000 };
  const clock = { now: Date.now };
  const { sql, bus } = pit;
  /** Creates the service of another process on the same database, with a separate queue. */
  const another = (market: Market = pit.market) =>
    createTrading({ sql, market, clock, settings, bus, priceCheck: NO_PRICE_CHECK });
  const trading = another();
  let people = 0;

  return {
    ...pit,
    trading,
    another,

    async join(more: { isAdmin?: boolean } = {}): Promise<Trader> {
      const username = `person${++people}`;
      const id = await pit.trader(username, more);
      return { id, username, isAdmin: more.isAdmin ?? false };
    },

    /** Parses the order of a body. */
    order: (trader: Trader, body: Record<string, unknown>): TradeOrder =>
      readTradeRequest({ user_id: trader.id, symbol: 'AAPL', ...body }, trader.id),

    /** Sends a body of POST /api/trade as `trader`. */
    async send(trader: Trader, body: Record<string, unknown>, idempotencyKey?: string) {
      const order = readTradeRequest({ user_id: trader.id, symbol: 'AAPL', ...body }, trader.id);
      return await trading.execute(trader, order, { idempotencyKey });
    },

    /** Reads everything stored about a user's money, to check that nothing changed. */
    async snapshot(trader: Trader) {
      const tables = [
        'accounts',
        'positions',
        'fills',
        'closed_trades',
        'ledger',
        'progress',
        'level_rewards',
      ];
      const rows = await Promise.all(
        tables.map((table) =>
          sql.unsafe(`select * from ${table} where user_id = ${trader.id} order by 1, 2`),
        ),
      );
      return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    },

    /**
     * Checks that the ledger equals the balance in dollars and TKF; that equity − start = realised + unrealised; and
     * that closed trades add up to the account's realised P&L and to the trader's XP. All to the cent.
     * @returns the account now
     */
    async audit(trader: Trader) {
      const view = await viewAccount(pit, trader.id);
      if (!view) throw new Error('no account');
      const row = one(
        await sql<
          { dollars: string; closed: string; realised: string; tkf: number; paid: string; xp: boolean }[]
        >`
          select (select sum(amount) from ledger where user_id = ${trader.id} and season_id = ${view.seasonId}) as dollars,
            (select coalesce(sum(pnl), 0)::numeric(20,2) from closed_trades
              where user_id = ${trader.id} and season_id = ${view.seasonId}) as closed,
            (select realised_pnl from accounts
              where user_id = ${trader.id} and season_id = ${view.seasonId}) as realised,
            coalesce((select tkf from progress where user_id = ${trader.id}), 0) as tkf,
            (select coalesce(sum(amount), 0)::numeric(20,2) from ledger
              where user_id = ${trader.id} and currency = 'TKF') as paid,
            coalesce((select xp from progress where user_id = ${trader.id}), 0) =
              (select coalesce(sum(xp), 0) from closed_trades where user_id = ${trader.id}) as xp`,
      );
      const cash = Number(view.cash);
      const facts = {
        dollars: Math.round(Number(row.dollars) * 100),
        gained: view.equity - view.startCash,
        closed: row.closed,
        tkf: `${row.tkf}.00`,
        xp: row.xp,
      };
      const expected = {
        dollars: cash,
        gained: view.realised + view.unrealised,
        closed: row.realised,
        tkf: row.paid,
        xp: true,
      };
      for (const key of ['dollars', 'gained', 'closed', 'tkf', 'xp'] as const) {
        if (facts[key] !== expected[key])
          throw new Error(`${key}: ${facts[key]} instead of ${expected[key]}`);
      }
      return view;
    },
  };
}
