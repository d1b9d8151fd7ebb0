/** Renames and settlements of symbols that the market has stopped pricing. */
import { readPrice, writePrice } from '#core/money/money.ts';
import type { PriceE4 } from '#core/money/units.ts';
import type { SymbolChange } from '#core/trading/symbol-change.ts';
import { one, type Queryable, type Transaction } from '../../client.ts';

/** `shares`: sum of longs and shorts, decimal string. */
export type HeldSymbol = {
  symbol: string;
  traders: number;
  shares: string;
  /** `price` and `pricedAt`: the price mark; null without one. */
  price: string | null;
  pricedAt: Date | null;
};

/** Returns the symbols among `symbols` that have an open position in these seasons. */
export async function heldOf(
  sql: Queryable,
  seasonIds: readonly number[],
  symbols: readonly string[],
): Promise<HeldSymbol[]> {
  return await sql<HeldSymbol[]>`
    select p.symbol, count(distinct p.user_id)::integer as traders, sum(p.quantity)::numeric(18,6) as shares, m.price, m.as_of as "pricedAt"
    from positions p left join marks m on m.symbol = p.symbol
    where p.season_id = any(${seasonIds as number[]}::integer[]) and p.symbol = any(${symbols as string[]}) and p.closed_at is null and p.id > 0
    group by p.symbol, m.price, m.as_of order by p.symbol`;
}

/**
 * Locks the running season, so that no trade commits meanwhile, and the accounts with a position or a working order
 * in a symbol.
 * @returns ids of the traders, and the first id of later fills; null when the season is over
 */
export async function lockHolders(
  tx: Transaction,
  seasonId: number,
  symbol: string,
): Promise<{ userIds: number[]; firstFill: bigint } | null> {
  const open = await tx`select from seasons where id = ${seasonId} and status = 'active' for update`;
  if (open.count === 0) return null;
  const rows = await tx<{ userId: number }[]>`
    select user_id as "userId" from accounts a where season_id = ${seasonId} and user_id in (
      select user_id from positions
      where season_id = ${seasonId} and symbol = ${symbol} and closed_at is null and id > 0
      union select user_id from orders where season_id = ${seasonId} and symbol = ${symbol} and final_at is null)
    order by user_id for update`;
  return { userIds: rows.map(({ userId }) => userId), firstFill: await nextFill(tx) };
}

/** Takes an id from the sequence of fills. No fill gets this id: it separates earlier fills from later fills. */
export async function nextFill(tx: Transaction): Promise<bigint> {
  return one(await tx<{ id: bigint }[]>`select nextval('fills_id_seq') as id`).id;
}

/** `quantity`: shares, decimal string. */
export type RenamedPosition = { userId: number; quantity: string };

/**
 * Moves a season's open positions in a symbol to a new one, except those of traders who hold both. Copies the
 * symbol's newest prices, splits and dividends, and moves stored charts.
 * @returns the moved positions by user id
 */
export async function renamePositions(
  tx: Transaction,
  seasonId: number,
  { symbol, newSymbol }: { symbol: string; newSymbol: string },
): Promise<RenamedPosition[]> {
  const moved = await tx<RenamedPosition[]>`
    with moved as (
      update positions p set symbol = ${newSymbol}
      where season_id = ${seasonId} and symbol = ${symbol} and closed_at is null and id > 0 and not exists (
        select from positions o where o.season_id = p.season_id and o.user_id = p.user_id and o.symbol = ${newSymbol}
          and o.closed_at is null)
      returning user_id, quantity
    ), versioned as (
      update accounts a set version = a.version + 1 from moved m
      where a.season_id = ${seasonId} and a.user_id = m.user_id
    )
    select user_id as "userId", quantity from moved order by user_id`;
  await tx`insert into marks (symbol, price, as_of, source)
    select ${newSymbol}, price, as_of, source from marks where symbol = ${symbol} on conflict do nothing`;
  await tx`insert into reference_prices (symbol, price, as_of, jumped_at, accepted_at)
    select ${newSymbol}, price, as_of, jumped_at, accepted_at from reference_prices where symbol = ${symbol}
    on conflict do nothing`;
  // the provider lists past events under the new symbol: without these copies they would be applied a second time
  await tx`insert into splits (symbol, split_date, numerator, denominator, effective_at, applied_at)
    select ${newSymbol}, split_date, numerator, denominator, effective_at, applied_at from splits
    where symbol = ${symbol} on conflict do nothing`;
  await tx`insert into dividends (season_id, symbol, ex_date, per_share, effective_at, applied_at)
    select season_id, ${newSymbol}, ex_date, per_share, effective_at, applied_at from dividends
    where season_id = ${seasonId} and symbol = ${symbol} on conflict do nothing`;
  await tx`update kept_charts k set symbol = ${newSymbol} where symbol = ${symbol} and not exists (
    select from kept_charts o where o.user_id = k.user_id and o.symbol = ${newSymbol})`;
  return moved;
}

/** Stores a change for the proof. @param reason the reason of a settlement; null for a rename */
export async function insertSymbolChange(
  tx: Transaction,
  seasonId: number,
  { symbol, newSymbol, price, firstFill, lastFill, at }: SymbolChange,
  reason: string | null,
  adminId: number,
): Promise<void> {
  await tx`insert into symbol_changes (season_id, symbol, new_symbol, price, reason, first_fill, last_fill, admin_id, at)
    values (${seasonId}, ${symbol}, ${newSymbol}, ${price && writePrice(price)}, ${reason}, ${firstFill}, ${lastFill},
      ${adminId}, ${new Date(at)})`;
}

export type StoredChange = SymbolChange & { n: number; reason: string | null };

/** @returns oldest first */
export async function seasonSymbolChanges(sql: Queryable, seasonId: number): Promise<StoredChange[]> {
  type Raw = {
    symbol: string;
    newSymbol: string | null;
    price: string | null;
    reason: string | null;
    firstFill: bigint;
    lastFill: bigint | null;
    at: Date;
  };
  const rows = await sql<Raw[]>`
    select symbol, new_symbol as "newSymbol", price, reason, first_fill as "firstFill", last_fill as "lastFill", at
    from symbol_changes where season_id = ${seasonId} order by id`;
  return rows.map((row, i) => {
    const price: PriceE4 | null = row.price === null ? null : readPrice(row.price);
    return { ...row, n: i + 1, price, at: row.at.getTime() } as StoredChange;
  });
}
