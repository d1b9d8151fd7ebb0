/** What the ranking is made from and what is read of it: marks, held symbols, the index reads a page costs. */
import { rankAt } from '#core/ranks.ts';
import type { OwnStanding, Standing } from '#core/standings.ts';
import { one, type Queryable } from '../client.ts';

export type Mark = { symbol: string; price: string; asOfMs: number; source: string };
/** `asOfMs`: null where the source does not say. */
export type NewMark = Omit<Mark, 'asOfMs'> & { asOfMs: number | null };
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

/** Writes the newest prices; an older one never replaces a newer one. @param now epoch ms: when those of unknown time are of */
export async function writeMarks(sql: Queryable, marks: readonly NewMark[], now: number): Promise<void> {
  if (marks.length === 0) return;
  await sql`
    insert into marks (symbol, price, as_of, source)
    select * from unnest(${marks.map((m) => m.symbol)}::text[], ${marks.map((m) => m.price)}::numeric[],
      ${marks.map((m) => new Date(m.asOfMs ?? now).toISOString())}::timestamptz[], ${marks.map((m) => m.source)}::text[])
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

/** False when `standings` does not hold the rows its state tells of: after a crash of the database it is empty. */
export async function hasStandings(sql: Queryable): Promise<boolean> {
  const rows = await sql`
    select from standings where ctid >= (select standings_address(row_count, rows_per_block) from standings_state)`;
  return rows.length === 1;
}

/**
 * What the rows of `standings` are ordered by first: a trader's equity in cents, and above any equity for a trader with
 * a rank. `disqualified` and `admin` are scores of their own.
 */
export const SCORE = { ranked: 10n ** 18n, disqualified: -1n, admin: -2n };

type RawStanding = {
  user_id: number;
  score: bigint;
  equity_cents: bigint;
  cash_cents: bigint;
  realised_cents: bigint;
  trade_count: number;
};

const standing = (
  r: RawStanding,
  rowNumber: number,
  place: number,
  { rankEnds }: Pick<StandingsState, 'rankEnds'>,
): OwnStanding => {
  const isRanked = r.score >= SCORE.ranked;
  return {
    userId: r.user_id,
    rowNumber,
    place: isRanked ? place : null,
    rank: isRanked ? rankAt(place, rankEnds) : 'CADET',
    cash: r.cash_cents,
    equity: r.equity_cents,
    realised: r.realised_cents,
    isDisqualified: r.score === SCORE.disqualified,
    trades: r.trade_count,
  };
};

/** Rows `from`..`to` (1-based, both included), in order. @param of the ranking they are read from */
export async function standingsRows(
  sql: Queryable,
  from: number,
  to: number,
  of: Pick<StandingsState, 'traders' | 'rankEnds'>,
): Promise<Standing[]> {
  const last = Math.min(to, of.traders);
  if (last < from) return [];
  type Raw = RawStanding & { above: number | null; username: string; logo: string | null };
  // with the row before the page, to see a tie that goes on
  const first = Math.max(1, from - 1);
  const rows = await sql<Raw[]>`
    select s.*,
      -- look-ups for each row, whatever the planner believes of a table without statistics
      (select username from users u where u.id = s.user_id) as username,
      (select item_id from active_items w where w.user_id = s.user_id and w.type = 'logo') as logo
    from (
      select *, case when row_number() over nearby = 2 and score = lag(score) over nearby then standings_above(score) end as above
      from standings
      where ctid >= standings_address(${first}, (select rows_per_block from standings_state))
        and ctid <= standings_address(${last}, (select rows_per_block from standings_state))
      window nearby as (order by ctid)
    ) s`;
  let place = first;
  return rows
    .map((row, i) => {
      const rowNumber = first + i;
      // a tie shares the place of its first row
      if (row.above !== null) place = row.above + 1;
      else if (row.score !== rows[i - 1]?.score) place = rowNumber;
      return { ...standing(row, rowNumber, place, of), username: row.username, logo: row.logo };
    })
    .filter(({ rowNumber }) => rowNumber >= from);
}

/** The user's own row; null for admins and for who joined after the newest pass. */
export async function standingOf(
  sql: Queryable,
  userId: number,
  of: Pick<StandingsState, 'rankEnds'>,
): Promise<OwnStanding | null> {
  const [row] = await sql<(RawStanding & { row_number: number; place: number })[]>`
    select *, standings_place(row_number, score) as place
    from (
      select s.*, standings_row(s.ctid, rows_per_block) as row_number from standings s, standings_state
      where user_id = ${userId} and score <> ${SCORE.admin}
    ) own`;
  return row ? standing(row, row.row_number, row.place, of) : null;
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
