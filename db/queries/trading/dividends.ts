import { readCents, readDividend, readQuantity, writeCents, writeQuantity } from '#core/money/money.ts';
import { add, type Cents, type DividendE6, type QuantityMicros } from '#core/money/units.ts';
import { type DividendRecord, dividendCash } from '#core/trading/dividend.ts';
import type { Queryable, Transaction } from '../../client.ts';

/** `date`: YYYY-MM-DD. */
export type DueDividend = { symbol: string; date: string; perShare: DividendE6; effectiveAt: Date };

export type DividendShare = {
  userId: number;
  quantity: QuantityMicros;
  amount: Cents;
  /** True when the trader's working orders hold more cash than the dividend leaves. */
  mustCancelOrders: boolean;
};

/** Returns the symbols that somebody held in a season at `since` or later. */
export async function symbolsHeldSince(sql: Queryable, seasonId: number, since: Date): Promise<Set<string>> {
  const rows = await sql<{ symbol: string }[]>`
    select distinct symbol from positions
    where season_id = ${seasonId} and (closed_at is null or closed_at >= ${since})`;
  return new Set(rows.map(({ symbol }) => symbol));
}

/** Returns "SYMBOL DATE" for each applied dividend. */
export async function appliedDividends(sql: Queryable, seasonId: number): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select symbol || ' ' || ex_date::text as name from dividends where season_id = ${seasonId}`;
  return rows.map((row) => row.name);
}

/**
 * Claims a dividend for a season, and locks the accounts of its traders: concurrent orders wait or are decided again.
 * Counts the shares that a trader held when the market opened on the ex-date (`effectiveAt`).
 * @returns the parts of all traders, sorted by user id; null when the dividend was applied before or the season is over
 */
export async function claimDividend(
  tx: Transaction,
  seasonId: number,
  { symbol, date, perShare, effectiveAt }: DueDividend,
  perShareText: string,
  appliedAt: Date,
): Promise<DividendShare[] | null> {
  const open =
    await tx`select from seasons where id = ${seasonId} and status in ('active', 'waiting') for share`;
  if (open.count === 0) return null;
  const first = await tx`
    insert into dividends (season_id, symbol, ex_date, per_share, effective_at, applied_at)
    values (${seasonId}, ${symbol}, ${date}::text::date, ${perShareText}, ${effectiveAt}, ${appliedAt}) on conflict do nothing`;
  if (first.count === 0) return null;
  await tx`
    select from accounts a where a.season_id = ${seasonId} and a.user_id in (
      select user_id from positions where season_id = ${seasonId} and symbol = ${symbol} and opened_at < ${effectiveAt}
        and (closed_at is null or closed_at >= ${effectiveAt}))
    order by a.user_id for update`;
  const rows = await tx<{ userId: number; cash: string; held: string; quantity: string }[]>`
    select a.user_id as "userId", a.cash, a.held, (sum(case when p.is_short then -1 else 1 end * (p.quantity -
      coalesce((select sum(case when f.action in ('buy', 'short') then f.quantity else -f.quantity end)
        from fills f where f.position_id = p.id and f.filled_at >= ${effectiveAt}), 0))))::numeric(18,6) as quantity
    from positions p join accounts a on a.season_id = p.season_id and a.user_id = p.user_id
    where p.season_id = ${seasonId} and p.symbol = ${symbol} and p.opened_at < ${effectiveAt}
      and (p.closed_at is null or p.closed_at >= ${effectiveAt})
    group by a.user_id, a.cash, a.held order by a.user_id`;
  return rows.flatMap(({ userId, cash, held, ...row }) => {
    const quantity = readQuantity(row.quantity);
    if (quantity === 0n) return [];
    const amount = dividendCash(perShare, quantity);
    return [{ userId, quantity, amount, mustCancelOrders: add(readCents(cash), amount) < readCents(held) }];
  });
}

/** Applies a claimed dividend to accounts and ledger, and stores rows for the proof. */
export async function payDividend(
  tx: Transaction,
  seasonId: number,
  { symbol, date }: Pick<DueDividend, 'symbol' | 'date'>,
  shares: readonly DividendShare[],
  appliedAt: Date,
): Promise<void> {
  const rows = shares.map(({ userId, quantity, amount }) => ({
    user_id: userId,
    quantity: writeQuantity(quantity),
    amount: writeCents(amount),
  }));
  await tx`
    with share as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as s (
        user_id integer, quantity numeric, amount numeric)
    ), paid as (
      update accounts a set cash = a.cash + s.amount, version = a.version + 1,
        dividends_charged = a.dividends_charged + greatest(-s.amount, 0)
      from share s where a.season_id = ${seasonId} and a.user_id = s.user_id
    ), moved as (
      insert into ledger (user_id, season_id, currency, kind, amount, ref, at)
      select user_id, ${seasonId}, 'USD', 'dividend', amount, 'dividend:' || ${symbol}::text || ' ' || ${date}::text
        || ' ' || user_id, ${appliedAt}
      from share order by user_id
    )
    insert into position_dividends (season_id, symbol, ex_date, user_id, after_fill, after_split, quantity, amount)
    select ${seasonId}, ${symbol}, ${date}::text::date, s.user_id,
      coalesce((select max(f.id) from fills f where f.user_id = s.user_id and f.season_id = ${seasonId}), 0),
      coalesce((select max(p.id) from position_splits p where p.user_id = s.user_id and p.season_id = ${seasonId}), 0),
      s.quantity, s.amount
    from share s order by s.user_id`;
}

/** @returns newest first, 100 at most */
export async function dividendsOf(
  sql: Queryable,
  userId: number,
  seasonId: number,
): Promise<DividendRecord[]> {
  return await sql<DividendRecord[]>`
    select p.symbol, p.ex_date::text as date, d.per_share as "perShare", p.quantity, p.amount
    from position_dividends p join dividends d using (season_id, symbol, ex_date)
    where p.user_id = ${userId} and p.season_id = ${seasonId} order by p.id desc limit 100`;
}

/**
 * A dividend of a trader, as a season's bundle lists it. `afterSplit`: number of the trader's last split before it; 0
 * for none. `effectiveAt` (the opening of the ex-date) and `at` (when it was applied) are epoch ms.
 */
export type SeasonDividend = {
  symbol: string;
  date: string;
  perShare: DividendE6;
  effectiveAt: number;
  at: number;
  userId: number;
  username: string;
  afterFill: bigint;
  afterSplit: number;
  quantity: QuantityMicros;
  amount: Cents;
};

/** Returns the dividends in the sequence of their rows. `afterSplit` counts the rows of `seasonSplits` from 1. */
export async function seasonDividends(sql: Queryable, seasonId: number): Promise<SeasonDividend[]> {
  type Raw = Omit<SeasonDividend, 'perShare' | 'quantity' | 'amount' | 'effectiveAt' | 'at'> & {
    perShare: string;
    quantity: string;
    amount: string;
    effectiveAt: Date;
    at: Date;
  };
  const rows = await sql<Raw[]>`
    select p.symbol, p.ex_date::text as date, d.per_share as "perShare", d.effective_at as "effectiveAt",
      d.applied_at as at, p.user_id as "userId", u.username, p.after_fill as "afterFill",
      (select count(*) from position_splits s where s.season_id = p.season_id and s.id <= p.after_split)::integer
        as "afterSplit", p.quantity, p.amount
    from position_dividends p join dividends d using (season_id, symbol, ex_date) join users u on u.id = p.user_id
    where p.season_id = ${seasonId} order by p.id`;
  return rows.map(({ perShare, quantity, amount, effectiveAt, at, ...row }) => ({
    ...row,
    perShare: readDividend(perShare),
    quantity: readQuantity(quantity),
    amount: readCents(amount),
    effectiveAt: effectiveAt.getTime(),
    at: at.getTime(),
  }));
}
