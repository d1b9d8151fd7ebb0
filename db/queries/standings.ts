/** What the ranking is made from and what is read of it: marks, held symbols, the index reads a page costs. */
import { rankAt } from '#core/ranks.ts';
import type { Standing } from '#core/standings.ts';
import { one, type Queryable } from '../client.ts';

export type Mark = { symbol: string; price: string; asOfMs: number; source: string };
export type StandingsState = {
  generation: number;
  seasonId: number | null;
  /** The season is over: this is its final table. */
  frozen: boolean;
  ranked: number;
  traders: number;
  /** For core/ranks.ts `rankAt`. */
  rankEnds: readonly number[];
  computedAt: number;
};

/** Symbols with an open position in the season, by hopping through the index: as cheap as there are symbols. */
export async function heldSymbols(sql: Queryable, seasonId: number): Promise<string[]> {
  const rows = await sql<{ symbol: string }[]>`
    with recursive held as (
      (select symbol from positions where season_id = ${seasonId} and closed_at is null order by symbol limit 1)
      union all
      select (select p.symbol from positions p
        where p.season_id = ${seasonId} and p.closed_at is null and p.symbol > held.symbol
        order by p.symbol limit 1)
      from held where held.symbol is not null)
    select symbol from held where symbol is not null`;
  return rows.map((r) => r.symbol);
}

/** The newest user with an account in the season: another one means that somebody joined. One step in an index. */
export async function newestMember(sql: Queryable, seasonId: number): Promise<number | null> {
  const [row] = await sql<{ id: number | null }[]>`
    select max(user_id) as id from accounts where season_id = ${seasonId}`;
  return row?.id ?? null;
}

/** Writes the newest prices; an older one never replaces a newer one. */
export async function writeMarks(sql: Queryable, marks: readonly Mark[]): Promise<void> {
  if (marks.length === 0) return;
  await sql`
    insert into marks (symbol, price, as_of, source)
    select * from unnest(${marks.map((m) => m.symbol)}::text[], ${marks.map((m) => m.price)}::numeric[],
      ${marks.map((m) => new Date(m.asOfMs).toISOString())}::timestamptz[], ${marks.map((m) => m.source)}::text[])
    on conflict (symbol) do update set price = excluded.price, as_of = excluded.as_of, source = excluded.source
    where marks.as_of <= excluded.as_of`;
}

/** Newest known prices of the symbols that have one. */
export async function readMarks(sql: Queryable, symbols: readonly string[]): Promise<Mark[]> {
  const rows = await sql<{ symbol: string; price: string; as_of: Date; source: string }[]>`
    select symbol, price, as_of, source from marks where symbol = any(${symbols as string[]})`;
  return rows.map((r) => ({
    symbol: r.symbol,
    price: r.price,
    asOfMs: r.as_of.getTime(),
    source: r.source,
  }));
}

/** `standings_state` as the database tells it. */
export type RawState = {
  generation: bigint;
  season_id: number | null;
  frozen: boolean;
  ranked: number;
  traders: number;
  rank_ends: number[];
  computed_at: Date;
};
export const standingsStateOf = (r: RawState): StandingsState => ({
  generation: Number(r.generation),
  seasonId: r.season_id,
  frozen: r.frozen,
  ranked: r.ranked,
  traders: r.traders,
  rankEnds: r.rank_ends,
  computedAt: r.computed_at.getTime(),
});

export async function standingsState(sql: Queryable): Promise<StandingsState> {
  const rows = await sql<RawState[]>`
    select generation, season_id, frozen, ranked, traders, rank_ends, computed_at from standings_state`;
  return standingsStateOf(one(rows));
}

/** False when nobody is in the ranking: also after a crash of the database, which does not keep it. */
export async function hasStandings(sql: Queryable): Promise<boolean> {
  const rows = await sql`select from standings limit 1`;
  return rows.length > 0;
}

type RawStanding = {
  row_number: number;
  user_id: number;
  place: number | null;
  equity_cents: bigint;
  cash_cents: bigint;
  realised_cents: bigint;
  trade_count: number;
};
/** A row without name and logo: what concerns its owner. */
export type OwnStanding = Omit<Standing, 'username' | 'logo'>;

const standing = (r: RawStanding, { rankEnds }: Pick<StandingsState, 'rankEnds'>): OwnStanding => ({
  userId: r.user_id,
  rowNumber: r.row_number,
  place: r.place,
  rank: r.place === null ? 'CADET' : rankAt(r.place, rankEnds),
  cash: r.cash_cents,
  equity: r.equity_cents,
  realised: r.realised_cents,
  trades: r.trade_count,
});

/** Rows `from`..`to` (1-based, both included), in order. @param of the ranking they are read from */
export async function standingsRows(
  sql: Queryable,
  from: number,
  to: number,
  of: Pick<StandingsState, 'traders' | 'rankEnds'>,
): Promise<Standing[]> {
  const last = Math.min(to, of.traders);
  // the limit tells the planner how few rows these are: the new table has no statistics yet
  const rows = await sql<(RawStanding & { username: string; logo: string | null })[]>`
    select s.*,
      -- a look-up for each row, whatever the planner believes of the table
      (select item_id from active_items w where w.user_id = s.user_id and w.type = 'logo') as logo
    from (
      select * from standings where row_number between ${from} and ${last}
      order by row_number limit ${Math.max(0, last - from + 1)}
    ) s order by s.row_number`;
  return rows.map((row) => ({ ...standing(row, of), username: row.username, logo: row.logo }));
}

/** The user's own row; null for admins and for who joined after the newest pass. */
export async function standingOf(
  sql: Queryable,
  userId: number,
  of: Pick<StandingsState, 'rankEnds'>,
): Promise<OwnStanding | null> {
  const [row] = await sql<RawStanding[]>`
    select * from standings where user_id = ${userId} and not is_admin`;
  return row ? standing(row, of) : null;
}

/** Users whose equity is below `percent` of the market value of their shorts. */
export async function thinAccounts(
  sql: Queryable,
  percent: bigint,
): Promise<{ userId: number; equity: bigint; shorts: bigint }[]> {
  const rows = await sql<{ user_id: number; equity_cents: bigint; short_cents: bigint }[]>`
    select user_id, equity_cents, short_cents from standings
    where short_cents > 0 and equity_cents * 100 < short_cents * ${percent}`;
  return rows.map((r) => ({ userId: r.user_id, equity: r.equity_cents, shorts: r.short_cents }));
}
