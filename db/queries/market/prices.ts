/**
 * Price marks (the newest price of each held symbol), reference prices (new quotes are compared with them), and far
 * prints (`FAR_PERCENT`).
 */
import { readPrice, writePrice } from '#core/money/money.ts';
import type { PriceE4 } from '#core/money/units.ts';
import type { Action, CloseReason } from '#core/trading/position.ts';
import { one, type Queryable } from '../../client.ts';

export type PriceMark = { symbol: string; price: string; asOfMs: number; source: string };
/** `asOfMs` is null when the source gives no time. */
export type NewMark = Omit<PriceMark, 'asOfMs'> & { asOfMs: number | null };

/**
 * Returns the symbols with an open position in a season. The recursive query jumps from symbol to symbol in the
 * index, so that its cost grows with the number of symbols. `id > 0` holds for all rows and makes the planner use the
 * index `positions_held`.
 */
export async function heldSymbols(sql: Queryable, seasonId: number): Promise<string[]> {
  const rows = await sql<{ symbol: string }[]>`
    with recursive held as (
      (select symbol from positions where season_id = ${seasonId} and closed_at is null and id > 0 order by symbol limit 1)
      union all
      select (select p.symbol from positions p
        where p.season_id = ${seasonId} and p.closed_at is null and p.id > 0 and p.symbol > held.symbol
        order by p.symbol limit 1)
      from held where held.symbol is not null)
    select symbol from held where symbol is not null`;
  return rows.map((r) => r.symbol);
}

/** Stores price marks. An older price never replaces a newer price. @param now epoch ms, for prices of unknown time */
export async function writeMarks(sql: Queryable, marks: readonly NewMark[], now: number): Promise<void> {
  if (marks.length === 0) return;
  await sql`
    insert into marks (symbol, price, as_of, source)
    select * from unnest(${marks.map((m) => m.symbol)}::text[], ${marks.map((m) => m.price)}::numeric[],
      ${marks.map((m) => new Date(m.asOfMs ?? now).toISOString())}::timestamptz[], ${marks.map((m) => m.source)}::text[])
    on conflict (symbol) do update set price = excluded.price, as_of = excluded.as_of, source = excluded.source
    where marks.as_of <= excluded.as_of`;
}

/** Omits symbols without a price mark. */
export async function readMarks(sql: Queryable, symbols: readonly string[]): Promise<PriceMark[]> {
  const rows = await sql<{ symbol: string; price: string; as_of: Date; source: string }[]>`
    select symbol, price, as_of, source from marks where symbol = any(${symbols as string[]})`;
  return rows.map((r) => ({
    symbol: r.symbol,
    price: r.price,
    asOfMs: r.as_of.getTime(),
    source: r.source,
  }));
}

/** Times are epoch ms. */
export type ReferencePrice = {
  symbol: string;
  price: PriceE4;
  /** When a quote last confirmed the price. */
  asOfMs: number;
  /** When quotes jumped from the price; null while they are near it. */
  jumpedAt: number | null;
  /** Start of the newest large jump accepted without a split. */
  acceptedAt: number | null;
};

type Raw = { symbol: string; price: string; as_of: Date; jumped_at: Date | null; accepted_at: Date | null };

export async function referencePrices(
  sql: Queryable,
  symbols: readonly string[],
): Promise<Map<string, ReferencePrice>> {
  const rows = await sql<Raw[]>`
    select symbol, price, as_of, jumped_at, accepted_at from reference_prices
    where symbol = any(${symbols as string[]})`;
  return new Map(
    rows.map((r) => [
      r.symbol,
      {
        symbol: r.symbol,
        price: readPrice(r.price),
        asOfMs: r.as_of.getTime(),
        jumpedAt: r.jumped_at?.getTime() ?? null,
        acceptedAt: r.accepted_at?.getTime() ?? null,
      },
    ]),
  );
}

/**
 * Stores a confirmed price, unless another process has stored a different price since `previous` was read.
 * @param confirmedAt epoch ms
 */
export async function noteReference(
  sql: Queryable,
  symbol: string,
  price: PriceE4,
  previous: ReferencePrice | null,
  confirmedAt: number,
): Promise<void> {
  await sql`
    insert into reference_prices as r (symbol, price, as_of) values (${symbol}, ${writePrice(price)}, ${new Date(confirmedAt)})
    on conflict (symbol) do update set price = excluded.price, as_of = excluded.as_of, jumped_at = null
    where r.price = ${previous && writePrice(previous.price)}::numeric`;
}

/** Records that quotes have jumped. @param noticedAt epoch ms @returns when a process first noticed it */
export async function noteJump(sql: Queryable, symbol: string, noticedAt: number): Promise<number> {
  const row = one(
    await sql<{ jumped_at: Date }[]>`
      update reference_prices set jumped_at = coalesce(jumped_at, ${new Date(noticedAt)})
      where symbol = ${symbol} returning jumped_at`,
  );
  return row.jumped_at.getTime();
}

/**
 * Makes the price after a jump the reference.
 * @param acceptedAt epoch ms
 * @param isLarge true to store when the jump began: a split may be reported after its jump was accepted
 */
export async function acceptJump(
  sql: Queryable,
  previous: ReferencePrice,
  price: PriceE4,
  acceptedAt: number,
  isLarge: boolean,
): Promise<void> {
  await sql`
    update reference_prices set price = ${writePrice(price)}, as_of = ${new Date(acceptedAt)}, jumped_at = null,
      accepted_at = case when ${isLarge} then jumped_at else accepted_at end
    where symbol = ${previous.symbol} and price = ${writePrice(previous.price)}::numeric`;
}

/**
 * A far print is more than this many percent above, or below, both the price before the print and the price after it.
 */
export const FAR_PERCENT = 5;
/** Only the newest fills of a season are compared. */
const MOST_FILLS = 50_000;
const MOST_ROWS = 100;

/** Decimal strings. */
export type FarFill = {
  id: bigint;
  symbol: string;
  price: string;
  /** `previous`: last sampled price before the print. `next`: first sampled price at least a minute after the print. */
  previous: string;
  next: string;
  at: Date;
  username: string;
  action: Action;
  quantity: string;
  reason: CloseReason | null;
  isOrder: boolean;
};

/** @returns newest first */
export async function farFills(sql: Queryable, seasonId: number): Promise<FarFill[]> {
  return await sql<FarFill[]>`
    select f.id, f.symbol, f.price, b.price as previous, a.price as next, f.quote_at as at, u.username, f.action,
      f.quantity, f.reason, f.order_id is not null as "isOrder"
    from (select * from fills where season_id = ${seasonId} order by id desc limit ${MOST_FILLS}) f
      join users u on u.id = f.user_id
      cross join lateral (select price from mark_samples s where s.season_id = f.season_id and s.symbol = f.symbol
        and s.at < f.quote_at order by s.at desc limit 1) b
      cross join lateral (select price from mark_samples s where s.season_id = f.season_id and s.symbol = f.symbol
        and s.at >= f.quote_at + interval '1 minute' order by s.at limit 1) a
    where f.reason is distinct from 'season_reset'
      and (least(f.price / b.price, f.price / a.price) > 1 + ${FAR_PERCENT}::integer / 100.0
        or least(b.price / f.price, a.price / f.price) > 1 + ${FAR_PERCENT}::integer / 100.0)
    order by f.id desc limit ${MOST_ROWS}`;
}
