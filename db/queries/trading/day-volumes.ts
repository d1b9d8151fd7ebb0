/**
 * Daily volumes that limit a trader's fills in a season, and the shares that traders traded. A day is a number of
 * days since 1970 (UTC).
 */
import { readQuantity } from '#core/money/money.ts';
import type { QuantityMicros } from '#core/money/units.ts';
import { dayKey, inMicros } from '#core/trading/day-volume.ts';
import { among, type Queryable } from '../../client.ts';

const DAY_MS = 86_400_000;
const isoDay = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The volume of the session `session`, in whole shares as of `day`. It limits fills on `day`. Dates are YYYY-MM-DD. */
export type DayVolume = { symbol: string; day: string; session: string; shares: bigint };

/** @returns null when none is stored */
export async function findDayVolume(
  sql: Queryable,
  seasonId: number,
  symbol: string,
  day: number,
): Promise<QuantityMicros | null> {
  const [row] = await sql<{ shares: bigint }[]>`
    select shares from day_volumes where season_id = ${seasonId} and symbol = ${symbol} and day = ${isoDay(day)}::date`;
  return row ? inMicros(row.shares) : null;
}

/** Stores a volume unless one is stored. @returns the stored volume */
export async function storeDayVolume(
  sql: Queryable,
  seasonId: number,
  { symbol, day, session, shares }: { symbol: string; day: number; session: number; shares: bigint },
): Promise<QuantityMicros> {
  await sql`
    insert into day_volumes (season_id, symbol, day, session, shares)
    values (${seasonId}, ${symbol}, ${isoDay(day)}::date, ${isoDay(session)}::date, ${shares})
    on conflict do nothing`;
  return (await findDayVolume(sql, seasonId, symbol, day))!;
}

/** Returns the volumes that limited opening fills up to `upTo`, in the sequence of a bundle. */
export async function usedVolumes(sql: Queryable, seasonId: number, upTo: bigint): Promise<DayVolume[]> {
  return await sql<DayVolume[]>`
    select symbol, day::text, session::text, shares from day_volumes where season_id = ${seasonId}
      and (symbol, day) in (select symbol, (quote_at at time zone 'UTC')::date from fills
        where season_id = ${seasonId} and id <= ${upTo} and action in ('buy', 'short'))
    order by symbol collate "C", day`;
}

/**
 * Returns the shares of `symbols` that traders bought and sold at prices made from `from` on (epoch ms of the
 * market's clock), by user id and `dayKey`. Simulated fills do not count.
 */
export async function sharesTraded(
  sql: Queryable,
  seasonId: number,
  userIds: readonly number[],
  symbols: readonly string[],
  from: number,
): Promise<Map<number, Map<string, QuantityMicros>>> {
  const rows = await sql<{ userId: number; symbol: string; day: Date; quantity: string }[]>`
    select user_id as "userId", symbol, date_trunc('day', quote_at, 'UTC') as day, sum(quantity)::numeric(30,6) as quantity
    from fills where season_id = ${seasonId} and user_id ${among(sql, userIds)}
      and symbol = any(${symbols as string[]}::text[]) and quote_at >= ${new Date(from)} and source <> 'simulated'
    group by 1, 2, 3`;
  const traded = new Map<number, Map<string, QuantityMicros>>();
  for (const { userId, symbol, day, quantity } of rows) {
    const volumes = traded.get(userId) ?? new Map<string, QuantityMicros>();
    const key = dayKey(symbol, day.getTime());
    traded.set(userId, volumes.set(key, readQuantity(quantity)));
  }
  return traded;
}
