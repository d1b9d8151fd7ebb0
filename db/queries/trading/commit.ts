/** The statement that commits decided trades of one or several accounts in a season. */
import {
  writeCents,
  writeCost,
  writeDecimal,
  writeEntry,
  writePercent,
  writePrice,
  writeQuantity,
  writeXp,
} from '#core/money/money.ts';
import type { Cents, PriceE4, XpCents } from '#core/money/units.ts';
import { LEVEL_REWARD_TKF, XP_CARRY_DIGITS, XP_GAIN_DIGITS } from '#core/progress/xp.ts';
import { utcDay } from '#core/trading/day-limits.ts';
import type { DecidedFill } from '#core/trading/position.ts';
import type { Queryable } from '../../client.ts';
import { notificationsWritten } from '../account/notifications.ts';
import { countColumns, heldColumns, type OrdersWrite, ordersWritten } from '../orders/commit.ts';
import { answersStored, type Guard, guarded, reasonsWritten } from './guard.ts';

/** The quote of a fill. `quotedPrice`: the price on the trader's screen. `asOfMs`: epoch ms of the market's clock. */
export type FillQuote = { quotedPrice: PriceE4 | null; asOfMs: number; ageMs: number; source: string };

export type Commit = Guard & {
  cash: Cents;
  pnl: Cents;
  fills: { fill: DecidedFill; quote: FillQuote; orderId?: string }[];
  /** Changes of the trader's working orders; null without any. */
  orders: OrdersWrite | null;
  /** True for fills of orders, which count as trades; false for forced covers and settlements, which do not. */
  isOrder: boolean;
  gain: { xp: XpCents; levelBefore: number; level: number; tkf: number };
  markId: bigint | null;
};

/** The new state of an account as a row for `jsonb_to_recordset`. Decimals are text, to stay exact. */
const accountRow = ({ userId, at, cash, pnl, isOrder, fills, orders, gain }: Commit) => ({
  user_id: userId,
  at: at.toISOString(),
  cash: writeCents(cash),
  pnl: writeCents(pnl),
  trades: isOrder ? fills.length : 0,
  held: orders && writeCents(orders.held),
  live: orders?.live,
  day: utcDay(at.getTime()),
  fills: fills.length,
  events: orders?.changes.length ?? 0,
  xp: writeXp(gain.xp),
  level_before: gain.levelBefore,
  level: gain.level,
  tkf: gain.tkf,
  tkf_per_level: LEVEL_REWARD_TKF,
});

function fillRows({ userId, markId, fills }: Commit) {
  const last = new Map(fills.map(({ fill }, n) => [fill.position.id ?? `new ${n}`, n]));
  return fills.map(({ fill, quote, orderId }, n) => {
    const { position: p, closed } = fill;
    return {
      user_id: userId,
      n,
      mark_id: markId === null ? null : String(markId),
      order_id: orderId ?? null,
      position_id: p.id === null ? null : String(p.id),
      is_last: last.get(p.id ?? `new ${n}`) === n,
      symbol: fill.symbol,
      is_short: p.isShort,
      action: fill.action,
      quantity: writeQuantity(fill.quantity),
      price: writePrice(fill.price),
      cash_delta: writeCents(fill.cash),
      reason: fill.reason === 'order' ? null : fill.reason,
      close_reason: fill.reason,
      quoted_price: quote.quotedPrice === null ? null : writePrice(quote.quotedPrice),
      quote_at: new Date(quote.asOfMs).toISOString(),
      quote_age_ms: quote.ageMs,
      source: quote.source,
      left_quantity: writeQuantity(p.quantity),
      opened_quantity: writeQuantity(p.opened),
      entry_price: writeEntry(p.entry),
      cost: writeCents(p.cost),
      exact_cost: p.exactCost === null ? null : writeCost(p.exactCost),
      last_increased_at: new Date(p.lastIncreasedAt).toISOString(),
      xp_carry: writeDecimal(p.xp.carry, XP_CARRY_DIGITS),
      xp_gain: writeDecimal(p.xp.gain, XP_GAIN_DIGITS),
      closed_entry: closed ? writeEntry(closed.entry) : null,
      pnl: closed ? writeCents(closed.pnl) : null,
      pnl_percent: closed ? writePercent(closed.pnlPercent) : null,
      xp: closed ? writeXp(closed.xp) : null,
    };
  });
}

/** See `commitTrades`. @returns the id of the last fill; null when nothing was committed */
export const commitTrade = async (sql: Queryable, c: Commit): Promise<bigint | null> =>
  (await commitTrades(sql, [c])).get(c.userId) ?? null;

/**
 * Commits the decisions of several accounts, each whole or not at all, in one statement: account, positions, fills,
 * closed trades, ledger, XP, level rewards and stored response. Writes an account only if the conditions of `guarded`
 * hold. Trades of an admin after the season's end do not change `last_trade_at`, which breaks ties when the final table
 * is ranked again.
 * @param commits decided under the same rules of the same season; all have orders, or none has
 * @param skipsLocked skips accounts that another transaction has locked
 * @returns the id of the last fill by account; omits accounts whose version or rules changed, whose season is over,
 * or that waited too long
 * @throws a unique violation (isUniqueViolation) when a concurrent request used the Idempotency-Key first
 */
export async function commitTrades(
  sql: Queryable,
  commits: readonly [Commit, ...Commit[]],
  skipsLocked = false,
): Promise<Map<number, bigint>> {
  const [first] = commits;
  if (commits.some(({ orders }) => (orders === null) !== (first.orders === null)))
    throw new Error('either all commits have orders or none has');
  const rows = await sql<{ user_id: number; last_fill: bigint }[]>`
    with ${guarded(sql, first, commits, skipsLocked)}, account as (
      update accounts a set cash = c.cash, version = a.version + 1, realised_pnl = a.realised_pnl + c.pnl,
        trade_count = a.trade_count + c.trades,
        last_trade_at = case when c.trades > 0 and (select ended_at from season) is null then c.at else a.last_trade_at end
        ${heldColumns(sql, first.orders)} ${countColumns(sql)}
      from timely l join jsonb_to_recordset(${JSON.stringify(commits.map(accountRow))}::text::jsonb) as c (
        user_id integer, at timestamptz, cash numeric, pnl numeric, trades integer, held numeric, live integer, day date,
        fills integer, events integer, xp numeric,
        level_before integer, level integer, tkf integer, tkf_per_level integer) using (user_id)
      where a.season_id = l.season_id and a.user_id = l.user_id
      returning a.season_id, a.user_id, c.at, c.xp, c.level_before, c.level, c.tkf, c.tkf_per_level
    ), new_fills as (
      select account.season_id, account.at, l.*, l.position_id is null as is_new,
        coalesce(l.position_id, nextval('positions_id_seq')) as at_position, nextval('fills_id_seq') as fill_id
      from account join jsonb_to_recordset(${JSON.stringify(commits.flatMap(fillRows))}::text::jsonb) as l (
        user_id integer, n integer, mark_id bigint, order_id uuid, position_id bigint, is_last boolean, symbol text,
        is_short boolean, action text, quantity numeric, price numeric, cash_delta numeric, reason text, close_reason text,
        quoted_price numeric, quote_at timestamptz, quote_age_ms integer, source text, left_quantity numeric,
        opened_quantity numeric, entry_price numeric, cost numeric, exact_cost numeric, last_increased_at timestamptz, xp_carry numeric,
        xp_gain numeric, closed_entry numeric, pnl numeric, pnl_percent numeric, xp numeric) using (user_id)
    ), changed as (
      update positions p set quantity = l.left_quantity, opened_quantity = l.opened_quantity,
        entry_price = l.entry_price, cost = l.cost, exact_cost = l.exact_cost, last_increased_at = l.last_increased_at, xp_carry = l.xp_carry, xp_gain = l.xp_gain,
        closed_at = case when l.left_quantity = 0 then l.at end
      from new_fills l where p.id = l.position_id and l.is_last
      returning p.id, p.opened_at
    ), opened as (
      -- depends on "changed": a reverse closes the old position before it inserts the new one
      insert into positions (id, season_id, user_id, symbol, is_short, quantity, opened_quantity, entry_price, cost,
        exact_cost, opened_at, last_increased_at)
      overriding system value
      select l.at_position, l.season_id, l.user_id, l.symbol, l.is_short, l.left_quantity, l.opened_quantity,
        l.entry_price, l.cost, l.exact_cost, l.at, l.last_increased_at
      from new_fills l, (select count(*) from changed) as changes where l.is_new
    ), filled as (
      insert into fills (id, season_id, user_id, position_id, symbol, action, quantity, price, cash_delta,
        quoted_price, quote_at, quote_age_ms, source, reason, filled_at, mark_id, order_id)
      overriding system value
      select l.fill_id, l.season_id, l.user_id, l.at_position, l.symbol, l.action, l.quantity, l.price, l.cash_delta,
        l.quoted_price, l.quote_at, l.quote_age_ms, l.source, l.reason, l.at, l.mark_id, l.order_id
      from new_fills l
    ), closed as (
      insert into closed_trades (position_id, fill_id, season_id, user_id, symbol, is_short, quantity, entry_price,
        exit_price, pnl, pnl_percent, xp, close_reason, opened_at, closed_at)
      select l.position_id, l.fill_id, l.season_id, l.user_id, l.symbol, l.is_short, l.quantity, l.closed_entry,
        l.price, l.pnl, l.pnl_percent, l.xp, l.close_reason, p.opened_at, l.at
      from new_fills l join changed p on p.id = l.position_id where l.pnl is not null
    ), moved as (
      insert into ledger (user_id, season_id, currency, kind, amount, ref, at)
      select l.user_id, l.season_id, 'USD', case when l.reason in ('forced_cover', 'settlement') then l.reason else 'trade' end,
        l.cash_delta, 'fill:' || l.fill_id, l.at
      from new_fills l
    ), progressed as (
      insert into progress (user_id, xp, level, tkf)
      select user_id, xp, level, tkf from account where xp > 0
      on conflict (user_id) do update set xp = progress.xp + excluded.xp, level = excluded.level,
        tkf = progress.tkf + excluded.tkf, version = progress.version + 1
    ), rewarded as (
      insert into level_rewards (user_id, level)
      select user_id, generate_series(level_before + 1, level) from account
      returning user_id, level
    ), paid as (
      insert into ledger (user_id, currency, kind, amount, ref, at)
      select r.user_id, 'TKF', 'level_reward', a.tkf_per_level, 'level:' || r.level, a.at
      from rewarded r join account a using (user_id)
    ), last_fills as (
      select user_id, max(fill_id) as last_fill from new_fills group by user_id
    ) ${answersStored(
      sql,
      commits,
      sql`replace(k.response, '"receipt":0', '"receipt":' || (
      select last_fill from last_fills l where l.user_id = k.user_id))`,
    )} ${reasonsWritten(sql, commits, sql`(select last_fill from last_fills l where l.user_id = account.user_id)`)}
    ${ordersWritten(sql, commits, true)} ${notificationsWritten(sql, commits)}
    select user_id, last_fill from last_fills`;
  return new Map(rows.map((row) => [row.user_id, row.last_fill]));
}
