import { readQuantity, writeDecimal, writeEntry, writeQuantity } from '#core/money/money.ts';
import { XP_CARRY_DIGITS, XP_GAIN_DIGITS } from '#core/progress/xp.ts';
import { isPublicSeason } from '#core/season/game.ts';
import type { Position } from '#core/trading/position.ts';
import { type Ratio, type SplitRecord, splitPosition } from '#core/trading/split.ts';
import type { Queryable, Transaction } from '../../client.ts';
import { POSITION_COLUMNS, type RawPosition, readPosition } from './state.ts';

/** `date`: YYYY-MM-DD. */
export type DueSplit = Ratio & { symbol: string; date: string; effectiveAt: Date };

export type Adjusted = { seasonId: number; userId: number; before: Position; after: Position };

/** Returns the symbols of open positions and working orders in these seasons, with the time of the oldest of each. */
export async function heldSince(
  sql: Queryable,
  seasonIds: readonly number[],
): Promise<{ symbol: string; since: Date }[]> {
  return await sql<{ symbol: string; since: Date }[]>`
    select symbol, min(since) as since from (
      select symbol, opened_at as since from positions where season_id = any(${seasonIds as number[]}::integer[]) and closed_at is null
      union all
      select symbol, placed_at from orders where season_id = any(${seasonIds as number[]}::integer[]) and final_at is null) as waiting
    group by symbol order by symbol`;
}

/** Returns "SYMBOL DATE" for each applied split. */
export async function appliedSplits(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select symbol || ' ' || split_date::text as name from splits`;
  return rows.map((row) => row.name);
}

/**
 * Applies a split to the newest stored prices, and in these seasons to the positions opened before it took effect.
 * Concurrent orders of the positions' traders wait or are decided again.
 * @returns the changed positions; null when the split was applied before, or all these seasons are over
 */
export async function applySplit(
  tx: Transaction,
  seasonIds: readonly number[],
  split: DueSplit,
  appliedAt: Date,
): Promise<Adjusted[] | null> {
  const { symbol, date, numerator, denominator, effectiveAt } = split;
  const open = await tx<{ id: number }[]>`
      select id from seasons where id = any(${seasonIds as number[]}::integer[]) and status in ('active', 'waiting')
      order by id desc for share`;
  if (open.length === 0) return null;
  const first = await tx`
    insert into splits (symbol, split_date, numerator, denominator, effective_at, applied_at)
    values (${symbol}, ${date}::text::date, ${numerator}, ${denominator}, ${effectiveAt}, ${appliedAt}) on conflict do nothing`;
  if (first.count === 0) return null;
  const adjusted: Adjusted[] = [];
  for (const { id } of open) adjusted.push(...(await splitPositions(tx, id, split, appliedAt)));
  await splitPrices(tx, split, appliedAt);
  return adjusted;
}

/**
 * Applies a split to the symbol's price mark and reference price. Changes neither when they are already prices after
 * the split: a large jump that began at or after `effectiveAt` was accepted, and no newer jump is pending.
 */
async function splitPrices(tx: Transaction, split: DueSplit, appliedAt: Date): Promise<void> {
  const { symbol, numerator, denominator, effectiveAt } = split;
  await tx`
    with old as (
      select where not exists (
        select from reference_prices
        where symbol = ${symbol} and jumped_at is null and accepted_at >= ${effectiveAt})
    ), marked as (
      update marks set price = greatest(round(price * ${denominator}::integer / ${numerator}::integer, 4), 0.0001)
      from old where symbol = ${symbol}
    )
    update reference_prices set jumped_at = null, as_of = ${appliedAt},
      price = greatest(round(price * ${denominator}::integer / ${numerator}::integer, 4), 0.0001)
    from old where symbol = ${symbol}`;
}

async function splitPositions(
  tx: Transaction,
  seasonId: number,
  split: DueSplit,
  appliedAt: Date,
): Promise<Adjusted[]> {
  const { symbol, date, effectiveAt } = split;
  // locks the accounts first, as an order does, so that nobody can change the positions read below
  await tx`
    select from accounts a where a.season_id = ${seasonId} and a.user_id in (
      select user_id from positions where season_id = ${seasonId} and symbol = ${symbol} and closed_at is null and id > 0)
    order by a.user_id for update`;
  const rows = await tx<(RawPosition & { user_id: number; since: string; after_fill: bigint })[]>`
    select p.user_id, ${tx.unsafe(POSITION_COLUMNS)},
      coalesce((select sum(case when f.action in ('buy', 'short') then f.quantity else -f.quantity end)
        from fills f where f.position_id = p.id and f.filled_at >= ${effectiveAt}), 0)::numeric(18,6) as since,
      coalesce((select max(f.id) from fills f
        where f.user_id = p.user_id and f.season_id = p.season_id), 0) as after_fill
    from positions p
    where p.season_id = ${seasonId} and p.symbol = ${symbol} and p.closed_at is null and p.id > 0
      and p.opened_at < ${effectiveAt}
    order by p.id`;
  const changes = rows.map((row) => {
    const position = readPosition(row);
    const since = readQuantity(row.since);
    return { row, since, before: position, after: splitPosition(position, split, since) };
  });
  const changeRows = JSON.stringify(
    changes.map(({ row, since, before, after }) => ({
      position_id: String(row.id),
      user_id: row.user_id,
      after_fill: String(row.after_fill),
      quantity_before: writeQuantity(before.quantity),
      quantity_since: writeQuantity(since),
      quantity_after: writeQuantity(after.quantity),
      entry_before: writeEntry(before.entry),
      entry_after: writeEntry(after.entry),
      opened_quantity: writeQuantity(after.opened),
      xp_carry: writeDecimal(after.xp.carry, XP_CARRY_DIGITS),
      xp_gain: writeDecimal(after.xp.gain, XP_GAIN_DIGITS),
    })),
  );
  await tx`
    with change as (
      select * from jsonb_to_recordset(${changeRows}::text::jsonb) as c (position_id bigint, user_id integer,
        after_fill bigint, quantity_before numeric, quantity_since numeric, quantity_after numeric,
        entry_before numeric, entry_after numeric, opened_quantity numeric, xp_carry numeric, xp_gain numeric)
    ), moved as (
      update positions p set quantity = c.quantity_after, entry_price = c.entry_after,
        opened_quantity = c.opened_quantity, xp_carry = c.xp_carry, xp_gain = c.xp_gain
      from change c where p.id = c.position_id
    ), versioned as (
      update accounts a set version = a.version + 1 from change c
      where a.season_id = ${seasonId} and a.user_id = c.user_id
    ), noted as (
      insert into changed_accounts (season_id, user_id)
      select ${seasonId}, user_id from change where ${isPublicSeason(seasonId)}
    )
    insert into position_splits (symbol, split_date, season_id, user_id, position_id, after_fill, quantity_before,
      quantity_since, quantity_after, entry_before, entry_after, applied_at)
    select ${symbol}, ${date}::text::date, ${seasonId}, user_id, position_id, after_fill, quantity_before,
      quantity_since, quantity_after, entry_before, entry_after, ${appliedAt} from change`;
  return changes.map(({ row, before, after }) => ({ seasonId, userId: row.user_id, before, after }));
}

/** @returns newest first, 100 at most */
export async function splitsOf(sql: Queryable, userId: number, seasonId: number): Promise<SplitRecord[]> {
  return await sql<SplitRecord[]>`
    select p.symbol, p.split_date::text as date, s.numerator, s.denominator, p.quantity_before as "quantityBefore",
      p.quantity_after as "quantityAfter", p.entry_before as "entryBefore", p.entry_after as "entryAfter"
    from position_splits p join splits s on s.symbol = p.symbol and s.split_date = p.split_date
    where p.user_id = ${userId} and p.season_id = ${seasonId} order by p.id desc limit 100`;
}

/**
 * A split of a trader's position, as a season's bundle lists it. Quantities are shares, `entryAfter` is dollars:
 * decimal strings.
 */
export type SeasonSplit = Ratio & {
  symbol: string;
  date: string;
  userId: number;
  username: string;
  afterFill: bigint;
  quantityBefore: string;
  quantitySince: string;
  quantityAfter: string;
  entryAfter: string;
};

export async function seasonSplits(sql: Queryable, seasonId: number): Promise<SeasonSplit[]> {
  return await sql<SeasonSplit[]>`
    select p.symbol, p.split_date::text as date, s.numerator, s.denominator, p.user_id as "userId", u.username,
      p.after_fill as "afterFill", p.quantity_before as "quantityBefore", p.quantity_since as "quantitySince",
      p.quantity_after as "quantityAfter", p.entry_after as "entryAfter"
    from position_splits p join splits s on s.symbol = p.symbol and s.split_date = p.split_date
      join users u on u.id = p.user_id
    where p.season_id = ${seasonId} order by p.id`;
}
