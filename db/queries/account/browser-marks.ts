/**
 * Stores browser marks, and finds accounts that share a browser or mirror each other's trades. Times in parameters are
 * epoch ms.
 */
import { one, type Queryable } from '../../client.ts';

/** Returns the salt of a period; stores `fresh` if there is none. Deletes the salts of earlier periods. */
export async function markSalt(sql: Queryable, period: number, fresh: Uint8Array): Promise<Uint8Array> {
  await sql`insert into mark_salts (period, salt) values (${period}, ${fresh}) on conflict do nothing`;
  await forgetSalts(sql, period);
  return one(await sql<{ salt: Uint8Array }[]>`select salt from mark_salts where period = ${period}`).salt;
}

export async function forgetSalts(sql: Queryable, period: number): Promise<void> {
  await sql`delete from mark_salts where period < ${period}`;
}

/** Deletes browser marks last seen before `olderThan`. @returns the number deleted */
export async function forgetMarks(sql: Queryable, olderThan: number): Promise<number> {
  return (await sql`delete from browser_marks where last_seen_at < ${new Date(olderThan)}`).count;
}

/** Clears mark_id on up to `limit` fills older than `olderThan`. @returns the number cleared */
export async function unmarkFills(sql: Queryable, olderThan: number, limit: number): Promise<number> {
  const rows = await sql`
    update fills set mark_id = null where id in (
      select id from fills where mark_id is not null and filled_at < ${new Date(olderThan)} limit ${limit})`;
  return rows.count;
}

/** Returns a query for the marks of all accounts except guests, who do not count as second accounts of a trader. */
export const marksWithoutGuests = (sql: Queryable) =>
  sql`(select * from browser_marks where user_id not in (select id from users where is_guest))`;

/** Accounts that share a browser mark: some of their names, and their number. */
export type SharedRow = { names: string[]; accounts: number; lastAt: Date };
/** `total`: number of rows on all pages. */
export type Rows<Row> = { rows: Row[]; total: number };
type Page = { offset: number; limit: number };

/**
 * Returns a page of marks that several accounts share, most accounts first. Guests do not count.
 * @param mostNames the most names in one row
 */
export async function listShared(
  sql: Queryable,
  { offset, limit }: Page,
  mostNames: number,
): Promise<Rows<SharedRow>> {
  const rows = await sql<(SharedRow & { total: number })[]>`
    with shared as (
      select hash, count(*)::integer as accounts, max(last_seen_at) as last_at
      from ${marksWithoutGuests(sql)} m group by hash having count(*) > 1
    ), page as (
      select *, count(*) over ()::integer as total from shared
      order by accounts desc, last_at desc, hash offset ${offset} limit ${limit}
    )
    select s.accounts, s.last_at as "lastAt", s.total,
      array(select u.username from ${marksWithoutGuests(sql)} m join users u on u.id = m.user_id
        where m.hash = s.hash order by u.id limit ${mostNames}) as names
    from page s order by s.accounts desc, s.last_at desc, s.hash`;
  return { rows, total: rows[0]?.total ?? 0 };
}

export type PairRow = { ids: [number, number]; names: [string, string]; lastAt: Date };

/**
 * Returns pairs of accounts that share a browser mark and both traded in the season, newest first. A mark of more
 * than `crowd` accounts (a school, an office) makes no pairs.
 */
export async function listPairs(
  sql: Queryable,
  seasonId: number,
  { crowd, limit }: { crowd: number; limit: number },
): Promise<PairRow[]> {
  return await sql<PairRow[]>`
    with few as (
      select hash from ${marksWithoutGuests(sql)} m group by hash having count(*) between 2 and ${crowd})
    select array[u.id, v.id] as ids, array[u.username, v.username] as names,
      max(least(a.last_seen_at, b.last_seen_at)) as "lastAt"
    from few join browser_marks a on a.hash = few.hash join browser_marks b on b.hash = few.hash and b.user_id > a.user_id
      join users u on u.id = a.user_id join users v on v.id = b.user_id
    where exists (select from fills f where f.user_id = u.id and f.season_id = ${seasonId})
      and exists (select from fills f where f.user_id = v.id and f.season_id = ${seasonId})
    group by u.id, v.id order by "lastAt" desc, u.id, v.id limit ${limit}`;
}

/** `times`: how often both accounts traded at nearly one time. `trades`: trades of the account with fewer trades. */
export type MirrorRow = {
  ids: [number, number];
  names: [string, string];
  times: number;
  trades: number;
  lastAt: Date;
};

/** Each trade is compared with the six previous trades of its symbol. */
const COMPANIONS = Array.from({ length: 6 }, (_, n) => n + 1);
const LAGS = COMPANIONS.map(
  (
    n,
  ) => `lag(user_id, ${n}) over w as u${n}, lag(up, ${n}) over w as s${n}, lag(filled_at, ${n}) over w as t${n},
    lag(trades, ${n}) over w as n${n}`,
).join(', ');
const LAGGED = COMPANIONS.map((n) => `(u${n}, s${n}, t${n}, n${n})`).join(', ');

/**
 * Returns pairs of accounts that traded one symbol within `windowMs` of each other, on the same side (`alike`) or on
 * opposite sides, at least `times` times and in at least half of the trades of the account that traded less. Reads
 * the newest `fills` fills from a browser, compares each with a few earlier trades of the symbol, and ignores moments
 * at which more than `crowd` accounts trade it. One sort and no join: the cost grows with `fills` alone.
 * @param rule.userId the account whose pairs are returned; null for all accounts
 */
export async function listMirrors(
  sql: Queryable,
  { offset, limit }: Page,
  rule: {
    userId: number | null;
    alike: boolean;
    since: number;
    fills: number;
    windowMs: number;
    crowd: number;
    times: number;
  },
): Promise<Rows<MirrorRow>> {
  const rows = await sql<(MirrorRow & { total: number })[]>`
    with recent as (
      select user_id, symbol, filled_at, action in ('buy', 'cover') as up,
        floor(extract(epoch from filled_at) * 1000 / ${rule.windowMs}::integer)::bigint as slot
      from fills where mark_id is not null and season_id > 0 and filled_at > ${new Date(rule.since)}
      order by filled_at desc limit ${rule.fills}
    ), moments as (
      select user_id, symbol, slot, up, min(filled_at) as filled_at,
        count(*) over (partition by user_id) as trades, count(*) over (partition by symbol, slot) as crowd
      from recent group by user_id, symbol, slot, up
    ), near as (
      select *, ${sql.unsafe(LAGS)} from moments window w as (partition by symbol order by filled_at, user_id)
    ), together as (
      select least(user_id, u) as one, greatest(user_id, u) as other, symbol, slot, max(filled_at) as filled_at,
        min(least(trades, n)) as trades
      from near cross join lateral (values ${sql.unsafe(LAGGED)}) earlier (u, s, t, n)
      where crowd <= ${rule.crowd} and u <> user_id and (s = up) = ${rule.alike}
        and t >= filled_at - ${rule.windowMs}::integer * interval '1 ms'
      group by 1, 2, symbol, slot
    ), pairs as (
      select one, other, count(*)::integer as times, min(trades)::integer as trades, max(filled_at) as last_at
      from together ${rule.userId === null ? sql`` : sql`where ${rule.userId} in (one, other)`} group by one, other
      having count(*) >= ${rule.times} and 2 * count(*) >= min(trades)
    ), page as (
      select *, count(*) over ()::integer as total from pairs
      order by times desc, last_at desc, one, other offset ${offset} limit ${limit}
    )
    select array[u.id, v.id] as ids, array[u.username, v.username] as names, s.times, s.trades, s.last_at as "lastAt", s.total
    from page s join users u on u.id = s.one join users v on v.id = s.other
    order by s.times desc, s.last_at desc, s.one, s.other`;
  return { rows, total: rows[0]?.total ?? 0 };
}
