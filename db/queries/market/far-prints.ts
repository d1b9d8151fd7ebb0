/** Prints far from the prices before and after them, with the fills they caused. */
import type { Action, CloseReason } from '#core/trading/position.ts';
import type { Queryable } from '../../client.ts';

/**
 * The least distance of a far print, percent: the print lies at least this far above both the price before it and the price after
 * it, or at least this far below both.
 */
export const FAR_PERCENT = 5;
/** How many of a season's newest fills are looked at. */
const MOST_FILLS = 50_000;
const MOST_ROWS = 100;

/** A fill at a far print. Decimal strings. */
export type FarFill = {
  id: bigint;
  symbol: string;
  price: string;
  /** The sampled price before the print, and the first one a minute or more after it. */
  previous: string;
  next: string;
  at: Date;
  username: string;
  action: Action;
  quantity: string;
  reason: CloseReason | null;
  /** It executed an order that waited. */
  isOrder: boolean;
};

/** Returns the newest fills of a season at far prints, the newest first. */
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
