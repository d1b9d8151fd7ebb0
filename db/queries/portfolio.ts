/** What a user holds in the newest season. */

import { readRules } from '#core/contract/schemas/rules.ts';
import { readCents, readDecimal, readPrice } from '#core/money/money.ts';
import type { Progress } from '#core/progress/xp.ts';
import type { SeasonStatus } from '#core/season/season.ts';
import type { Position } from '#core/trading/position.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import type { Queryable } from '../client.ts';
import { POSITION_COLUMNS, type RawPosition, readPosition } from './trading.ts';

/** An open position; `mark` is its frozen price once the season has ended. */
export type Holding = { position: Position; openedAt: Date; mark: bigint | null };
export type Holdings = {
  seasonId: number;
  status: SeasonStatus;
  startCash: bigint;
  rules: Rules;
  cash: bigint;
  /** Cash that working orders reserve, and how many there are. */
  held: bigint;
  liveOrders: number;
  realised: bigint;
  trades: number;
  version: bigint;
  progress: Progress;
  /** Oldest first. */
  open: Holding[];
};

/** @returns null when there is no season, or the user has no account in the newest one */
export async function readHoldings(sql: Queryable, userId: number): Promise<Holdings | null> {
  type Raw = Omit<RawPosition, 'id'> & {
    id: bigint | null;
    mark: string | null;
    season_id: number;
    status: SeasonStatus;
    start_cash: string;
    rules: unknown;
    cash: string;
    held: string;
    live_orders: number;
    realised_pnl: string;
    trade_count: number;
    version: bigint;
    xp: string;
    level: number;
  };
  const rows = await sql<Raw[]>`
    select s.id as season_id, s.status, s.start_cash, s.rules, a.cash, a.held, a.live_orders, a.realised_pnl, a.trade_count, a.version,
      coalesce(g.xp, 0)::numeric(14,2) as xp, coalesce(g.level, 0) as level,
      m.price as mark, ${sql.unsafe(POSITION_COLUMNS)}
    from (select id, status, start_cash, rules from seasons order by number desc limit 1) s
      join accounts a on a.season_id = s.id and a.user_id = ${userId}
      left join progress g on g.user_id = a.user_id
      left join positions p on p.season_id = s.id and p.user_id = a.user_id and p.closed_at is null
      left join season_marks m on m.season_id = s.id and m.symbol = p.symbol
    order by p.id`;
  const [first] = rows;
  if (!first) return null;
  return {
    seasonId: first.season_id,
    status: first.status,
    startCash: readCents(first.start_cash),
    rules: readRules(first.rules),
    cash: readCents(first.cash),
    held: readCents(first.held),
    liveOrders: first.live_orders,
    realised: readCents(first.realised_pnl),
    trades: first.trade_count,
    version: first.version,
    progress: { xp: readDecimal(first.xp, 2), level: first.level },
    open: rows.flatMap((row) =>
      row.id === null
        ? []
        : [
            {
              position: readPosition({ ...row, id: row.id }),
              openedAt: row.opened_at,
              mark: row.mark === null ? null : readPrice(row.mark),
            },
          ],
    ),
  };
}
