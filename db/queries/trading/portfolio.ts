/** Accounts and open positions in a game: the newest public season, or practice. */
import type { KeptChart } from '#core/contract/market.ts';
import { readRules } from '#core/contract/season.ts';
import { readCents, readPrice, readXp } from '#core/money/money.ts';
import type { Cents, PriceE4 } from '#core/money/units.ts';
import type { Progress } from '#core/progress/xp.ts';
import type { Game } from '#core/season/game.ts';
import type { SeasonStatus } from '#core/season/season.ts';
import type { RulesVersion } from '#core/season/terms.ts';
import type { Position } from '#core/trading/position.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import { among, type Queryable } from '../../client.ts';
import { POSITION_COLUMNS, type RawAccount, type RawPosition, readPosition, SEASON_OF } from './state.ts';

/** An open position; `mark` is its frozen price once the season has ended. */
export type HoldingRow = { position: Position; openedAt: Date; mark: PriceE4 | null };
export type Holdings = {
  seasonId: number;
  status: SeasonStatus;
  startCash: Cents;
  rules: Rules;
  rulesVersion: RulesVersion;
  cash: Cents;
  /** Cash that working orders reserve, and how many there are. */
  held: Cents;
  liveOrders: number;
  realised: Cents;
  trades: number;
  version: bigint;
  progress: Progress;
  /** Oldest first. */
  open: HoldingRow[];
};

type Raw = Omit<RawPosition, 'id'> &
  RawAccount & {
    id: bigint | null;
    user_id: number;
    mark: string | null;
    cash: string;
    held: string;
    realised_pnl: string;
    trade_count: number;
  };

const COLUMNS = `a.user_id, s.id as season_id, s.status, s.start_cash, s.rules, s.rules_version, a.cash, a.held, a.live_orders,
  a.realised_pnl, a.trade_count, a.version, coalesce(g.xp, 0)::numeric(20,2) as xp, coalesce(g.level, 0) as level,
  m.price as mark, ${POSITION_COLUMNS}`;
/** Joins progress, open positions and season marks to the account `a` in the season `s`. */
const OF_ACCOUNT = `left join progress g on g.user_id = a.user_id
  left join positions p on p.season_id = s.id and p.user_id = a.user_id and p.closed_at is null
  left join season_marks m on m.season_id = s.id and m.symbol = p.symbol`;

/** @returns null when the game has no season, or the user has no account in it */
export const readHoldings = async (
  sql: Queryable,
  userId: number,
  game: Game = 'season',
): Promise<Holdings | null> => (await readHoldingsOf(sql, [userId], game)).get(userId) ?? null;

/** Returns the holdings of several users in a game by id, without users who have no account. */
export async function readHoldingsOf(
  sql: Queryable,
  userIds: readonly number[],
  game: Game = 'season',
): Promise<Map<number, Holdings>> {
  const rows = await sql<Raw[]>`
    select ${sql.unsafe(COLUMNS)}
    from (${sql.unsafe(SEASON_OF[game])}) s
      join accounts a on a.season_id = s.id and a.user_id ${among(sql, userIds)}
      ${sql.unsafe(OF_ACCOUNT)}
    order by p.id`;
  const byUser = Map.groupBy(rows, (row) => row.user_id);
  return new Map(byUser.entries().map(([userId, userRows]) => [userId, holdingsOf(userRows)]));
}

/** Returns a member's data for the chart page: holdings, the stored chart of `symbol`, the id of the active theme. */
export async function readChartReader(
  sql: Queryable,
  userId: number,
  symbol: string,
  game: Game = 'season',
): Promise<{ holdings: Holdings | null; keptChart: KeptChart | null; theme: string | null }> {
  // Drawings may be large: only the first row has them.
  const rows = await sql<
    (Omit<Raw, 'user_id'> & { user_id: number | null; theme: string | null } & KeptChart)[]
  >`
    select case when row_number() over (order by p.id) = 1 then k.drawings end as drawings,
      k.averages, k.studies, w.item_id as theme, ${sql.unsafe(COLUMNS)}
    from (select ${userId}::integer as id) u
      left join kept_charts k on k.user_id = u.id and k.symbol = ${symbol}
      left join active_items w on w.user_id = u.id and w.type = 'theme'
      left join ((${sql.unsafe(SEASON_OF[game])}) s join accounts a on a.season_id = s.id and a.user_id = ${userId}) on true
      ${sql.unsafe(OF_ACCOUNT)}
    order by p.id`;
  const { drawings, averages, studies, theme, user_id } = rows[0]!;
  return {
    holdings: user_id === null ? null : holdingsOf(rows as readonly Raw[]),
    keptChart: drawings && { drawings, averages, studies },
    theme,
  };
}

function holdingsOf(rows: readonly Raw[]): Holdings {
  const first = rows[0]!;
  return {
    seasonId: first.season_id,
    status: first.status,
    startCash: readCents(first.start_cash),
    rules: readRules(first.rules),
    rulesVersion: first.rules_version,
    cash: readCents(first.cash),
    held: readCents(first.held),
    liveOrders: first.live_orders,
    realised: readCents(first.realised_pnl),
    trades: first.trade_count,
    version: first.version,
    progress: { xp: readXp(first.xp), level: first.level },
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
