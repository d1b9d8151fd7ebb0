/** What an order reads before it is decided. */

import { readRules } from '#core/contract/schemas/rules.ts';
import { readCents, readDecimal, readEntry, readQuantity, readXp } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import { type Progress, XP_CARRY_DIGITS, XP_GAIN_DIGITS } from '#core/progress/xp.ts';
import type { SeasonStatus } from '#core/season/season.ts';
import type { Position } from '#core/trading/position.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import type { Queryable } from '../../client.ts';

/** Columns of `positions` that make a Position, as `readPosition` takes them. */
export const POSITION_COLUMNS = `p.id, p.symbol, p.is_short, p.quantity, p.opened_quantity, p.entry_price, p.cost,
  p.xp_carry, p.xp_gain, p.opened_at, p.last_increased_at`;
export type RawPosition = {
  id: bigint;
  symbol: string;
  is_short: boolean;
  quantity: string;
  opened_quantity: string;
  entry_price: string;
  cost: string;
  xp_carry: string;
  xp_gain: string;
  opened_at: Date;
  last_increased_at: Date | null;
};

export function readPosition(row: RawPosition): Position {
  return {
    id: row.id,
    symbol: row.symbol,
    isShort: row.is_short,
    quantity: readQuantity(row.quantity),
    opened: readQuantity(row.opened_quantity),
    entry: readEntry(row.entry_price),
    cost: readCents(row.cost),
    xp: {
      carry: readDecimal(row.xp_carry, XP_CARRY_DIGITS),
      gain: readDecimal(row.xp_gain, XP_GAIN_DIGITS),
    },
    lastIncreasedAt: (row.last_increased_at ?? row.opened_at).getTime(),
  };
}

/** Everything one order is decided on, as of one moment. */
export type TradeState = {
  seasonId: number;
  status: SeasonStatus;
  startCash: Cents;
  rules: Rules;
  /** null when the user has no account in the season yet. */
  account: { cash: Cents; version: bigint; liveOrders: number } | null;
  /** The open position in the order's symbol. */
  held: Position | null;
  /** Open positions in all symbols. */
  openCount: number;
  progress: Progress;
};

/** @returns null when there is no season at all */
export async function readTradeState(
  sql: Queryable,
  userId: number,
  symbol: string,
): Promise<TradeState | null> {
  type Raw = RawPosition & {
    season_id: number;
    status: SeasonStatus;
    start_cash: string;
    rules: unknown;
    cash: string | null;
    version: bigint;
    live_orders: number;
    open_count: number;
    xp: string;
    level: number;
  };
  const [row] = await sql<Raw[]>`
    select s.id as season_id, s.status, s.start_cash, s.rules, a.cash, a.version, a.live_orders, ${sql.unsafe(POSITION_COLUMNS)},
      (select count(*)::integer from positions o
        where o.season_id = s.id and o.user_id = ${userId} and o.closed_at is null) as open_count,
      coalesce(g.xp, 0)::numeric(20,2) as xp, coalesce(g.level, 0) as level
    from (select id, status, start_cash, rules from seasons order by number desc limit 1) s
      left join accounts a on a.season_id = s.id and a.user_id = ${userId}
      left join positions p on p.season_id = s.id and p.user_id = ${userId} and p.symbol = ${symbol}
        and p.closed_at is null
      left join progress g on g.user_id = ${userId}`;
  if (!row) return null;
  return {
    seasonId: row.season_id,
    status: row.status,
    startCash: readCents(row.start_cash),
    rules: readRules(row.rules),
    account:
      row.cash === null
        ? null
        : { cash: readCents(row.cash), version: row.version, liveOrders: row.live_orders },
    held: row.id === null ? null : readPosition(row),
    openCount: row.open_count,
    progress: { xp: readXp(row.xp), level: row.level },
  };
}
