/** Seasons, the competition's one row of details, accounts opened in a season, and the tape's seeds. */

import { readRules, type WireRules, writeRules } from '#core/contract/schemas/rules.ts';
import type { SeasonStatus } from '#core/season/season.ts';
import type { SeasonTerms } from '#core/season/terms.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import { one, type Queryable } from '../../client.ts';

export type SeasonRow = {
  id: number;
  number: number;
  status: SeasonStatus;
  /** Dollars, decimal strings. */
  startCash: string;
  prizePool: string;
  rules: Rules;
  /** Null before it starts, and on seasons from before they were kept. */
  terms: SeasonTerms | null;
  startedAt: Date | null;
  endedAt: Date | null;
};
export type Details = { prizePool: string; nextCompetitionDate: string; rules: Rules };

const COLUMNS = 'id, number, status, start_cash, prize_pool, rules, terms, started_at, ended_at';
type Raw = {
  id: number;
  number: number;
  status: SeasonStatus;
  start_cash: string;
  prize_pool: string;
  rules: WireRules;
  terms: SeasonTerms | null;
  started_at: Date | null;
  ended_at: Date | null;
};
const shape = (r: Raw): SeasonRow => ({
  id: r.id,
  number: r.number,
  status: r.status,
  startCash: r.start_cash,
  prizePool: r.prize_pool,
  rules: readRules(r.rules),
  terms: r.terms,
  startedAt: r.started_at,
  endedAt: r.ended_at,
});

/** The season everything happens in: the newest one, whatever its status. */
export async function newestSeason(sql: Queryable): Promise<SeasonRow | null> {
  const [row] = await sql<Raw[]>`select ${sql.unsafe(COLUMNS)} from seasons order by number desc limit 1`;
  return row ? shape(row) : null;
}

/** Newest season locked until the end of the transaction: running trades finish first, new ones wait and find it changed. */
export async function lockNewestSeason(sql: Queryable): Promise<SeasonRow | null> {
  const [row] = await sql<Raw[]>`
    select ${sql.unsafe(COLUMNS)} from seasons order by number desc limit 1 for update`;
  return row ? shape(row) : null;
}

export async function seasonByNumber(sql: Queryable, number: number): Promise<SeasonRow | null> {
  const [row] = await sql<Raw[]>`select ${sql.unsafe(COLUMNS)} from seasons where number = ${number}`;
  return row ? shape(row) : null;
}

const ACTION_LOCK = 7_231_114_002n;

/** One admin action on the seasons at a time, in all processes. Inside a transaction, before anything else. */
export async function lockSeasons(sql: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ACTION_LOCK})`;
}

/**
 * Holds registrations until the end of the transaction, so that no new user falls between two seasons. Before
 * the season's row is locked: a registration takes the two in that order as well.
 */
export async function holdRegistrations(sql: Queryable): Promise<void> {
  await sql`lock table users in share mode`;
}

/** Opens the next season with full cash for every user. @param startCash dollars @param terms of an active one */
export async function openSeason(
  sql: Queryable,
  season: { status: 'waiting' | 'active'; startCash: string; terms: SeasonTerms | null; at: Date },
): Promise<SeasonRow> {
  const row = one(
    await sql<Raw[]>`
    insert into seasons (number, status, start_cash, prize_pool, rules, terms, created_at, started_at)
    select coalesce((select max(number) from seasons), 0) + 1, ${season.status}, ${season.startCash}::numeric,
      prize_pool, rules, ${season.terms && JSON.stringify(season.terms)}::text::jsonb, ${season.at}, ${season.status === 'active' ? season.at : null}
    from competition
    returning ${sql.unsafe(COLUMNS)}`,
  );
  await noteRules(sql, row.id, season.at);
  await sql`
    with opened as (
      insert into accounts (season_id, user_id, cash)
        select ${row.id}, id, ${season.startCash} from users
      returning user_id, cash)
    insert into ledger (user_id, season_id, currency, kind, amount, at)
    select user_id, ${row.id}, 'USD', 'season_grant', cash, ${season.at} from opened`;
  return shape(row);
}

export async function activateSeason(
  sql: Queryable,
  id: number,
  terms: SeasonTerms,
  at: Date,
): Promise<void> {
  await sql`update seasons set status = 'active', started_at = ${at}, terms = ${JSON.stringify(terms)}::text::jsonb,
    prize_pool = (select prize_pool from competition) where id = ${id}`;
}

/** Replaces the terms of a season. */
export async function keepTerms(sql: Queryable, id: number, terms: SeasonTerms): Promise<void> {
  await sql`update seasons set terms = ${JSON.stringify(terms)}::text::jsonb where id = ${id}`;
}

export async function endSeason(sql: Queryable, id: number, at: Date): Promise<void> {
  await sql`update seasons set status = 'ended', ended_at = ${at} where id = ${id}`;
}

export async function archiveSeason(sql: Queryable, id: number): Promise<void> {
  await sql`update seasons set status = 'archived' where id = ${id}`;
}

/** Opens the user's account in a season with its full cash, once: calling it again changes nothing. */
export async function grantSeasonAccount(sql: Queryable, seasonId: number, userId: number): Promise<void> {
  await sql`
    with opened as (
      insert into accounts (season_id, user_id, cash) select id, ${userId}, start_cash from seasons
      where id = ${seasonId} on conflict do nothing returning cash)
    insert into ledger (user_id, season_id, currency, kind, amount)
    select ${userId}, ${seasonId}, 'USD', 'season_grant', cash from opened`;
}

/** Whether the user takes part in a season, or did: an account opened after its end is no part of it. */
export async function tookPart(
  sql: Queryable,
  { id, endedAt }: Pick<SeasonRow, 'id' | 'endedAt'>,
  userId: number,
): Promise<boolean> {
  const rows = endedAt
    ? await sql`select from results where season_id = ${id} and user_id = ${userId}`
    : await sql`select from accounts where season_id = ${id} and user_id = ${userId}`;
  return rows.length > 0;
}

export async function competitionDetails(sql: Queryable): Promise<Details> {
  const row = one(await sql<RawDetails[]>`select prize_pool, next_competition_date, rules from competition`);
  return details(row);
}

type RawDetails = { prize_pool: string; next_competition_date: string; rules: WireRules };
const details = (row: RawDetails): Details => ({
  prizePool: row.prize_pool,
  nextCompetitionDate: row.next_competition_date,
  rules: readRules(row.rules),
});

/**
 * Changes the given details, for the page and for the season that is not over. Waits for running trades: those
 * after it are decided on the new rules. @returns the new ones
 */
export async function updateDetails(sql: Queryable, next: Partial<Details>, at: Date): Promise<Details> {
  const rules = next.rules && JSON.stringify(writeRules(next.rules));
  const row = one(
    await sql<RawDetails[]>`
      update competition set prize_pool = coalesce(${next.prizePool ?? null}, prize_pool),
        next_competition_date = coalesce(${next.nextCompetitionDate ?? null}, next_competition_date),
        rules = coalesce(${rules ?? null}::text::jsonb, rules)
      returning prize_pool, next_competition_date, rules`,
  );
  const open = await sql<{ id: number; changed: boolean }[]>`
    update seasons s set prize_pool = c.prize_pool, rules = c.rules
    from competition c, (select id, rules from seasons where status in ('waiting', 'active') for update) old
    where s.id = old.id returning s.id, s.rules <> old.rules as changed`;
  for (const { id, changed } of open) if (changed) await noteRules(sql, id, at);
  return details(row);
}

/** Notes that the season's rules hold from the next fill on. The season's row is new or locked. */
async function noteRules(sql: Queryable, seasonId: number, at: Date): Promise<void> {
  await sql`
    insert into season_rules (season_id, first_fill, rules, at)
    select id, (select coalesce(max(id), 0) + 1 from fills), rules, ${at} from seasons where id = ${seasonId}
    on conflict (season_id, first_fill) do update set rules = excluded.rules, at = excluded.at`;
}

/** The rules of a season, since when they held and the first fill of each, oldest first. */
export async function rulesOverTime(
  sql: Queryable,
  seasonId: number,
): Promise<{ firstFill: bigint; rules: Rules; at: Date }[]> {
  const rows = await sql<{ first_fill: bigint; rules: WireRules; at: Date }[]>`
    select first_fill, rules, at from season_rules where season_id = ${seasonId} order by first_fill`;
  return rows.map((row) => ({ firstFill: row.first_fill, rules: readRules(row.rules), at: row.at }));
}

/** When the competition starts and ends by itself, epoch ms. */
export type Schedule = { startsAt: number | null; endsAt: number | null };

export async function competitionSchedule(sql: Queryable): Promise<Schedule> {
  const row = one(
    await sql<{ starts_at: Date | null; ends_at: Date | null }[]>`select starts_at, ends_at from competition`,
  );
  return { startsAt: row.starts_at?.getTime() ?? null, endsAt: row.ends_at?.getTime() ?? null };
}

export async function setSchedule(sql: Queryable, { startsAt, endsAt }: Schedule): Promise<void> {
  const at = (ms: number | null) => (ms === null ? null : new Date(ms));
  await sql`update competition set starts_at = ${at(startsAt)}, ends_at = ${at(endsAt)}`;
}

/** From `effectiveFrom` (epoch ms) on, simulated prices follow its seed; `hash` is the seed's SHA-256. */
export type SeedPeriodRow = {
  id: number;
  seasonId: number | null;
  /** The number of the season it opens, 0 where there is none. */
  season: number;
  /** Its own among all, from 0 on. */
  number: number;
  effectiveFrom: number;
  /** One of the two is there: 32 bytes in clear, or encrypted (services/season/seed-periods.ts). */
  seed: Uint8Array | null;
  sealedSeed: Uint8Array | null;
  hash: Uint8Array;
  /** Derived from MARKET_SEED. */
  fromMarketSeed: boolean;
};

/** All seed periods, oldest first. */
export async function seedPeriodRows(sql: Queryable): Promise<SeedPeriodRow[]> {
  const rows = await sql<(Omit<SeedPeriodRow, 'effectiveFrom'> & { effectiveFrom: Date })[]>`
    select e.id, e.season_id as "seasonId", coalesce(s.number, 0) as season, e.number,
      e.effective_from as "effectiveFrom", e.seed, e.sealed_seed as "sealedSeed", e.seed_hash as hash,
      e.from_market_seed as "fromMarketSeed"
    from seed_periods e left join seasons s on s.id = e.season_id order by e.effective_from`;
  return rows.map((row) => ({ ...row, effectiveFrom: row.effectiveFrom.getTime() }));
}

export async function addSeedPeriod(
  sql: Queryable,
  period: Omit<SeedPeriodRow, 'id' | 'season'>,
): Promise<void> {
  const { seasonId, number, effectiveFrom, seed, sealedSeed, hash, fromMarketSeed } = period;
  await sql`insert into seed_periods (season_id, number, effective_from, seed, sealed_seed, seed_hash, from_market_seed)
    values (${seasonId}, ${number}, ${new Date(effectiveFrom)}, ${seed}, ${sealedSeed}, ${hash}, ${fromMarketSeed})`;
}

/** Lays a seed period's seed in clear or encrypted. */
export async function storeSeed(
  sql: Queryable,
  id: number,
  { seed = null, sealed = null }: { seed?: Uint8Array | null; sealed?: Uint8Array | null },
): Promise<void> {
  await sql`update seed_periods set seed = ${seed}, sealed_seed = ${sealed} where id = ${id}`;
}
