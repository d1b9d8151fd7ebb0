import { readRules } from '#core/contract/season.ts';
import { readCents, readCost, readDecimal, readEntry, readQuantity, readXp } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import { type Progress, XP_CARRY_DIGITS, XP_GAIN_DIGITS } from '#core/progress/xp.ts';
import { type Game, seasonIdOfGame } from '#core/season/game.ts';
import type { SeasonStatus } from '#core/season/season.ts';
import type { RulesVersion } from '#core/season/terms.ts';
import type { DayCount } from '#core/trading/day-limits.ts';
import type { Position } from '#core/trading/position.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import type { Queryable } from '../../client.ts';

/** Columns of `positions` for `readPosition`. */
export const POSITION_COLUMNS = `p.id, p.symbol, p.is_short, p.quantity, p.opened_quantity, p.entry_price, p.cost,
  p.exact_cost,  p.xp_carry, p.xp_gain, p.opened_at, p.last_increased_at`;
/** A row of columns, or a JSON object, which has no bigint and no Date. */
export type RawPosition = {
  id: bigint | string;
  symbol: string;
  is_short: boolean;
  quantity: string;
  opened_quantity: string;
  entry_price: string;
  cost: string;
  exact_cost: string | null;
  xp_carry: string;
  xp_gain: string;
  opened_at: Date | string;
  last_increased_at: Date | string | null;
};

export function readPosition(row: RawPosition): Position {
  return {
    id: BigInt(row.id),
    symbol: row.symbol,
    isShort: row.is_short,
    quantity: readQuantity(row.quantity),
    opened: readQuantity(row.opened_quantity),
    entry: readEntry(row.entry_price),
    cost: readCents(row.cost),
    exactCost: row.exact_cost === null ? null : readCost(row.exact_cost),
    xp: {
      carry: readDecimal(row.xp_carry, XP_CARRY_DIGITS),
      gain: readDecimal(row.xp_gain, XP_GAIN_DIGITS),
    },
    lastIncreasedAt: new Date(row.last_increased_at ?? row.opened_at).getTime(),
  };
}

/** The data that decide one order, in one snapshot. */
export type TradeState = {
  seasonId: number;
  status: SeasonStatus;
  startCash: Cents;
  rules: Rules;
  rulesVersion: RulesVersion;
  /** Null when the user has no account in the season yet. */
  account: { cash: Cents; version: bigint; liveOrders: number; today: DayCount } | null;
  /** The open position in the order's symbol; null without one. */
  held: Position | null;
  openCount: number;
  progress: Progress;
};

export type StateKey = { userId: number; symbol: string };

/** Columns of an account, its season and its trader's progress. */
export type RawAccount = {
  season_id: number;
  status: SeasonStatus;
  start_cash: string;
  rules: unknown;
  rules_version: RulesVersion;
  version: bigint;
  live_orders: number;
  xp: string;
  level: number;
};
type Raw = RawPosition & RawAccount & { cash: string | null; open_count: number; today: DayCount };

const stateOf = (row: Raw): TradeState => ({
  seasonId: row.season_id,
  status: row.status,
  startCash: readCents(row.start_cash),
  rules: readRules(row.rules),
  rulesVersion: row.rules_version,
  account:
    row.cash === null
      ? null
      : {
          cash: readCents(row.cash),
          version: row.version,
          liveOrders: row.live_orders,
          today: row.today,
        },
  held: row.id === null ? null : readPosition(row),
  openCount: row.open_count,
  progress: { xp: readXp(row.xp), level: row.level },
});

/** The counts of account `a` on its newest day, as a DayCount. */
export const dayCount = (sql: Queryable) =>
  sql`jsonb_build_object('day', a.counted_day, 'fills', a.day_fills, 'events', a.day_events)`;

const SEASON_COLUMNS = 'select id, status, start_cash, rules, rules_version from seasons';
/** The query of a game's season, with the columns of a TradeState. */
export const seasonOf = (game: Game): string =>
  game === 'season'
    ? `${SEASON_COLUMNS} where kind = 'public' order by number desc limit 1`
    : `${SEASON_COLUMNS} where id = ${seasonIdOfGame(game)}`;

/** @returns null when the game has no season */
export const readTradeState = async (
  sql: Queryable,
  key: StateKey,
  game: Game = 'season',
): Promise<TradeState | null> => (await readTradeStates(sql, [key], game))[0] ?? null;

/** Returns the states of several orders in one game, in the same sequence; empty when the game has no season. */
export async function readTradeStates(
  sql: Queryable,
  keys: readonly StateKey[],
  game: Game = 'season',
): Promise<TradeState[]> {
  const [{ userId, symbol } = { userId: 0, symbol: '' }] = keys;
  const ids = keys.map((each) => each.userId);
  const symbols = keys.map((each) => each.symbol);
  const rows = await sql<Raw[]>`
    select s.id as season_id, s.status, s.start_cash, s.rules, s.rules_version, a.cash, a.version, a.live_orders,
      ${dayCount(sql)} as today, ${sql.unsafe(POSITION_COLUMNS)},
      (select count(*)::integer from positions o
        where o.season_id = s.id and o.user_id = q.user_id and o.closed_at is null) as open_count,
      coalesce(g.xp, 0)::numeric(20,2) as xp, coalesce(g.level, 0) as level
    from (${sql.unsafe(seasonOf(game))}) s cross join ${
      keys.length === 1
        ? sql`(select ${userId}::integer as user_id, ${symbol}::text as symbol, 1 as n) q`
        : sql`unnest(${ids}::integer[], ${symbols}::text[]) with ordinality q (user_id, symbol, n)`
    }
      -- lateral: the planner of a young database would read whole tables for a join
      left join lateral (
        select * from accounts where season_id = s.id and user_id = q.user_id offset 0) a on true
      left join lateral (
        select * from positions where season_id = s.id and user_id = q.user_id and symbol = q.symbol
          and closed_at is null offset 0) p on true
      left join lateral (select * from progress where user_id = q.user_id offset 0) g on true
    order by q.n`;
  return rows.map(stateOf);
}
