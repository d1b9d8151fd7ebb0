/** Accounts and open positions in a game: the newest public season, practice, or a private game. */
import type { KeptChart } from '#core/contract/market.ts';
import { readRules } from '#core/contract/season.ts';
import { readCents, readCost, readEntry, readPrice, readQuantity, readXp } from '#core/money/money.ts';
import type { Cents, PriceE4 } from '#core/money/units.ts';
import type { WorkingOrder } from '#core/orders/order.ts';
import { type OrderJson, readOrder } from '#core/orders/order-json.ts';
import type { Progress } from '#core/progress/xp.ts';
import type { Game } from '#core/season/game.ts';
import type { SeasonStatus } from '#core/season/season.ts';
import type { RulesVersion } from '#core/season/terms.ts';
import type { Stake } from '#core/trading/pnl.ts';
import type { Position } from '#core/trading/position.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import { among, type Queryable } from '../../client.ts';
import { COLUMNS as ORDER_COLUMNS } from '../orders/read.ts';
import { type RawAccount, type RawPosition, readPosition, seasonOf } from './state.ts';

/** `mark`: the last price once the season has ended, else null. */
export type HoldingRow = { position: Position; openedAt: Date; mark: PriceE4 | null };
export type Holdings = {
  seasonId: number;
  status: SeasonStatus;
  startCash: Cents;
  rulesVersion: RulesVersion;
  cash: Cents;
  /** Cash that working orders hold, and their number. */
  held: Cents;
  liveOrders: number;
  realised: Cents;
  trades: number;
  version: bigint;
  progress: Progress;
  /** Oldest first. */
  open: HoldingRow[];
};

/** The dock and the chart page read holdings without rules: parsing the rules takes as long as everything else. */
export type HoldingsWithRules = Holdings & { rules: Rules };

/** Decimals as text, times in ISO format. */
type PositionJson = RawPosition & { opened_at: string; mark: string | null };

type Raw = Omit<RawAccount, 'rules'> & {
  user_id: number;
  cash: string;
  held: string;
  realised_pnl: string;
  trade_count: number;
  open: PositionJson[] | null;
};

/**
 * The open positions of account `a` in season `s` as one JSON value. A row for each position would repeat the account's
 * columns, which take most of the query's time.
 */
const OPEN = `(select json_agg(row_to_json(o)) from (
    select p.id::text, p.symbol, p.is_short, p.quantity::text, p.opened_quantity::text, p.entry_price::text, p.cost::text,
      p.exact_cost::text, p.xp_carry::text, p.xp_gain::text, p.opened_at, p.last_increased_at, m.price::text as mark
    from positions p left join season_marks m on m.season_id = p.season_id and m.symbol = p.symbol
    where p.season_id = s.id and p.user_id = a.user_id and p.closed_at is null order by p.id) o) as open`;
const COLUMNS = `a.user_id, s.id as season_id, s.status, s.start_cash, s.rules_version, a.cash, a.held, a.live_orders,
  a.realised_pnl, a.trade_count, a.version, coalesce(g.xp, 0)::numeric(20,2) as xp, coalesce(g.level, 0) as level,
  ${OPEN}`;
const PROGRESS = 'left join progress g on g.user_id = a.user_id';
/** The account's working orders, newest first, each followed by its target and stop. */
const ORDERS = `(select json_agg(row_to_json(r)) from (
    select ${ORDER_COLUMNS} from orders o where o.season_id = a.season_id and o.user_id = a.user_id and o.final_at is null
    order by coalesce(o.parent_id, o.id) desc, o.parent_id is not null, o.id) r) as orders`;

/** @returns null when the game has no season, or the user no account in it */
export const readHoldings = async (
  sql: Queryable,
  userId: number,
  game: Game = 'season',
): Promise<HoldingsWithRules | null> => (await readHoldingsOf(sql, [userId], game)).get(userId) ?? null;

/** @returns a map by user id; omits users without an account */
export async function readHoldingsOf(
  sql: Queryable,
  userIds: readonly number[],
  game: Game = 'season',
): Promise<Map<number, HoldingsWithRules>> {
  const rows = await sql<(Raw & Pick<RawAccount, 'rules'>)[]>`
    select s.rules, ${sql.unsafe(COLUMNS)}
    from (${sql.unsafe(seasonOf(game))}) s
      join accounts a on a.season_id = s.id and a.user_id ${among(sql, userIds)}
      ${sql.unsafe(PROGRESS)}`;
  return new Map(rows.map((row) => [row.user_id, { ...holdingsOf(row), rules: readRules(row.rules) }]));
}

export type AccountAtRisk = {
  seasonId: number;
  userId: number;
  cash: Cents;
  open: (Stake & { symbol: string })[];
};

/** Positions in columns. An account without positions has one null among `symbols`. */
type Columns = { symbols: (string | null)[] } & Record<
  'sides' | 'quantities' | 'entries' | 'costs' | 'exactCosts',
  string[]
>;

/**
 * Returns the accounts of practice and private games that may need a forced cover: with an open short, or with cash
 * below zero. Reads only the columns on which the worth of a position depends.
 */
export async function accountsAtRisk(sql: Queryable): Promise<AccountAtRisk[]> {
  const rows = await sql<({ seasonId: number; userId: number; cash: string } & Columns)[]>`
    select r.season_id as "seasonId", r.user_id as "userId", a.cash, array_agg(p.symbol) as symbols,
      array_agg(case when p.is_short then 'short' else 'long' end) as sides, array_agg(p.quantity::text) as quantities,
      array_agg(p.entry_price::text) as entries, array_agg(p.cost::text) as costs, array_agg(coalesce(p.exact_cost::text, '')) as "exactCosts"
    from (
        select season_id, user_id from positions where season_id < 0 and closed_at is null and is_short
        union select season_id, user_id from accounts where season_id < 0 and cash < 0
      ) r
      join seasons s on s.id = r.season_id and s.status = 'active'
      join accounts a on a.season_id = r.season_id and a.user_id = r.user_id
      left join positions p on p.season_id = r.season_id and p.user_id = r.user_id and p.closed_at is null
    group by r.season_id, r.user_id, a.cash
    order by r.season_id, r.user_id`;
  return rows.map(({ seasonId, userId, cash, ...columns }) => ({
    seasonId,
    userId,
    cash: readCents(cash),
    open: stakesOf(columns),
  }));
}

function stakesOf({
  symbols,
  sides,
  quantities,
  entries,
  costs,
  exactCosts,
}: Columns): AccountAtRisk['open'] {
  return symbols.flatMap((symbol, n) =>
    symbol === null
      ? []
      : [
          {
            symbol,
            isShort: sides[n] === 'short',
            quantity: readQuantity(quantities[n]!),
            entry: readEntry(entries[n]!),
            cost: readCents(costs[n]!),
            exactCost: exactCosts[n] === '' ? null : readCost(exactCosts[n]!),
          },
        ],
  );
}

/** Each working order is followed by its target and stop. */
export type HoldingsAndOrders = { holdings: Holdings; orders: WorkingOrder[] };
type RawWithOrders = Raw & { orders: OrderJson[] | null };

/** Like `readHoldings`, with the working orders and without the rules. */
export async function readHoldingsAndOrders(
  sql: Queryable,
  userId: number,
  game: Game,
): Promise<HoldingsAndOrders | null> {
  const [row] = await sql<RawWithOrders[]>`
    select ${sql.unsafe(COLUMNS)}, ${sql.unsafe(ORDERS)}
    from (${sql.unsafe(seasonOf(game))}) s
      join accounts a on a.season_id = s.id and a.user_id = ${userId}
      ${sql.unsafe(PROGRESS)}`;
  return row ? withOrders(row) : null;
}

/**
 * Returns a user's data for the chart page: holdings and orders, the stored chart of `symbol`, the id of the worn
 * theme. Each is null when the user has none.
 */
export async function readChartReader(
  sql: Queryable,
  userId: number,
  symbol: string,
  game: Game = 'season',
): Promise<{ account: HoldingsAndOrders | null; keptChart: KeptChart | null; theme: string | null }> {
  const rows = await sql<
    (Omit<RawWithOrders, 'user_id'> & { user_id: number | null; theme: string | null } & KeptChart)[]
  >`
    select k.drawings, k.averages, k.studies, w.item_id as theme, ${sql.unsafe(COLUMNS)}, ${sql.unsafe(ORDERS)}
    from (select ${userId}::integer as id) u
      left join kept_charts k on k.user_id = u.id and k.symbol = ${symbol}
      left join active_items w on w.user_id = u.id and w.type = 'theme'
      left join ((${sql.unsafe(seasonOf(game))}) s join accounts a on a.season_id = s.id and a.user_id = ${userId}) on true
      ${sql.unsafe(PROGRESS)}`;
  const row = rows[0]!;
  const { drawings, averages, studies, theme, user_id } = row;
  return {
    account: user_id === null ? null : withOrders({ ...row, user_id }),
    keptChart: drawings && { drawings, averages, studies },
    theme,
  };
}

const withOrders = (row: RawWithOrders): HoldingsAndOrders => ({
  holdings: holdingsOf(row),
  orders: row.orders?.map(readOrder) ?? [],
});

function holdingsOf(row: Raw): Holdings {
  return {
    seasonId: row.season_id,
    status: row.status,
    startCash: readCents(row.start_cash),
    rulesVersion: row.rules_version,
    cash: readCents(row.cash),
    held: readCents(row.held),
    liveOrders: row.live_orders,
    realised: readCents(row.realised_pnl),
    trades: row.trade_count,
    version: row.version,
    progress: { xp: readXp(row.xp), level: row.level },
    open: row.open?.map(holdingOfJson) ?? [],
  };
}

const holdingOfJson = (json: PositionJson): HoldingRow => ({
  position: readPosition(json),
  openedAt: new Date(json.opened_at),
  mark: json.mark === null ? null : readPrice(json.mark),
});
