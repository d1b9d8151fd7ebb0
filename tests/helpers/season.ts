/** Seasons and tables on a real database without the HTTP server, with people and positions inserted directly. */
import { DEFAULT_ZONE } from '#core/locale/locale.ts';
import { cents } from '#core/money/units.ts';
import { one, type Sql } from '#db/client.ts';
import { grantSeasonAccount } from '#db/queries/season/seasons.ts';
import { createLeaderboard } from '#services/leaderboard/leaderboard.ts';
import { NO_PRICE_CHECK } from '#services/market/price-check.ts';
import { createLog } from '#services/platform/log.ts';
import { createBus } from '#services/realtime/bus.ts';
import { createSeasons } from '#services/season/seasons.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { type HeldMarket, heldMarket } from './held-market.ts';

export type Pit = Awaited<ReturnType<typeof openPit>>;

/**
 * Opens seasons and leaderboard on a new database.
 * @param prices of the market at the start
 * @param nowMs the start of the clock of seasons and leaderboard, epoch ms; the market has the system's clock
 */
export async function openPit(
  prices: Record<string, string> = { AAPL: '100', TSLA: '50' },
  nowMs = Date.UTC(2026, 0, 5, 12, 0, 30),
) {
  const database: TestDatabase = await testDatabase();
  const { sql } = database;
  const market: HeldMarket = heldMarket(prices);
  const time = { ms: nowMs };
  const clock = { now: () => time.ms };
  const log = createLog({ logLevel: 'silent' });
  const bus = createBus({ sql, log });
  const settings = {
    startingBalance: cents(10_000_000n),
    contestZone: DEFAULT_ZONE,
    marketSeed: 'tests',
    quoteMaxAgeMs: 15_000,
    secretKey: undefined,
  };
  const seasons = createSeasons({ sql, market, bus, clock, databaseClock: clock, log, settings });
  const priceCheck = NO_PRICE_CHECK;
  const leaderboard = createLeaderboard({ sql, market, seasons, bus, clock, log, priceCheck });
  await seasons.begin();
  let people = 0;

  return {
    database,
    sql,
    market,
    time,
    bus,
    clock,
    seasons,
    leaderboard,
    priceCheck,

    /** Adds a trader with full cash in the newest season. */
    async trader(name = `trader${++people}`, more: { isAdmin?: boolean } = {}): Promise<number> {
      const { id } = one(
        await sql<{ id: number }[]>`
          insert into users (username, username_key, is_simulated, is_admin)
          values (${name}, ${name}, true, ${more.isAdmin ?? false}) returning id`,
      );
      await grantSeasonAccount(sql, seasons.current()!.id, id);
      return id;
    },

    /** Opens a position as a trade would: position, fill, cash, ledger. Prices and quantities are decimal strings. */
    hold: (userId: number, symbol: string, quantity: string, price: string, isShort = false) =>
      hold(sql, seasons.current()!.id, { userId, symbol, quantity, price, isShort }),

    /** Checks that ledger and cash of every account agree, to the cent. */
    async checkLedger(): Promise<void> {
      const wrong = await sql`
        select a.season_id, a.user_id, a.cash, sum(l.amount) as ledger from accounts a
        left join ledger l on l.season_id = a.season_id and l.user_id = a.user_id and l.currency = 'USD'
        group by a.season_id, a.user_id, a.cash having a.cash is distinct from sum(l.amount)`;
      if (wrong.length > 0) throw new Error(`cash and ledger differ: ${JSON.stringify(wrong)}`);
    },

    async close(): Promise<void> {
      leaderboard.stop();
      seasons.stop();
      await bus.stop();
      await database.drop();
    },
  };
}

type Holding = { userId: number; symbol: string; quantity: string; price: string; isShort: boolean };

async function hold(sql: Sql, seasonId: number, h: Holding): Promise<void> {
  await sql.begin(async (tx) => {
    const { cost } = one(
      await tx<
        { cost: string }[]
      >`select ceil(${h.price}::numeric * ${h.quantity}::numeric * 100) * 0.01 as cost`,
    );
    const { id } = one(
      await tx<{ id: bigint }[]>`
        insert into positions (season_id, user_id, symbol, is_short, quantity, opened_quantity, entry_price, cost,
          exact_cost, opened_at)
        values (${seasonId}, ${h.userId}, ${h.symbol}, ${h.isShort}, ${h.quantity}, ${h.quantity}, ${h.price},
          ${cost}, ${h.price}::numeric * ${h.quantity}::numeric, now()) returning id`,
    );
    await tx`insert into fills (season_id, user_id, position_id, symbol, action, quantity, price, cash_delta, quote_at,
        quote_age_ms, source, filled_at)
      values (${seasonId}, ${h.userId}, ${id}, ${h.symbol}, ${h.isShort ? 'short' : 'buy'}, ${h.quantity}, ${h.price},
        -${cost}::numeric, now(), 0, 'simulated', now())`;
    await tx`update accounts set cash = cash - ${cost}, trade_count = trade_count + 1, last_trade_at = now(),
      version = version + 1 where season_id = ${seasonId} and user_id = ${h.userId}`;
    await tx`insert into ledger (user_id, season_id, currency, kind, amount)
      values (${h.userId}, ${seasonId}, 'USD', 'trade', -${cost}::numeric)`;
  });
}
