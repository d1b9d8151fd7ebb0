/**
 * Public seasons and the seasons of private games: their rules over time, and the accounts opened in them. Practice is
 * in practice.ts.
 */
import { readRules, type WireRules } from '#core/contract/season.ts';
import type { Eligibility, PrizeSplit } from '#core/season/awards.ts';
import type { EntryTerms } from '#core/season/entry.ts';
import { type LeagueGame, seasonIdOfGame } from '#core/season/game.ts';
import type { SeasonStatus } from '#core/season/season.ts';
import { NEWEST_RULES, type RulesVersion, type SeasonTerms } from '#core/season/terms.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import { one, type Queryable } from '../../client.ts';
import { LOCKS } from '../../locks.ts';

export type SeasonRow = Eligibility &
  EntryTerms & {
    id: number;
    /** Equals `id` for practice and private games. */
    number: number;
    status: SeasonStatus;
    /** Decimal strings: `startCash` in dollars, `prizePool` in shekels. */
    startCash: string;
    prizePool: string;
    prizeSplit: PrizeSplit;
    rules: Rules;
    rulesVersion: RulesVersion;
    /** Null before the start, and in seasons that are older than terms. */
    terms: SeasonTerms | null;
    startedAt: Date | null;
    endedAt: Date | null;
    reviewHours: number;
    frozenHours: number;
    /**
     * `confirmedAt`: when an admin confirmed the winners; null before. `correctedAt`: the last change of places or
     * prizes after the confirmation; null without one.
     */
    confirmedAt: Date | null;
    correctedAt: Date | null;
  };
const COLUMNS = `id, number, status, start_cash as "startCash", prize_pool as "prizePool", prize_split as "prizeSplit", rules,
  rules_version as "rulesVersion", terms, started_at as "startedAt", ended_at as "endedAt", review_hours as "reviewHours",
  least_trades as "leastTrades", least_days as "leastDays", frozen_hours as "frozenHours", entry_days as "entryDays",
  entry_until as "entryUntil", confirmed_at as "confirmedAt", corrected_at as "correctedAt"`;
type Raw = Omit<SeasonRow, 'number' | 'rules' | 'entryUntil'> & {
  number: number | null;
  rules: WireRules;
  entryUntil: Date | null;
};
const seasonOf = ({ number, rules, entryUntil, ...row }: Raw): SeasonRow => ({
  ...row,
  number: number ?? row.id,
  rules: readRules(rules),
  entryUntil: entryUntil?.getTime() ?? null,
});

/**
 * Returns the newest public season, whatever its status: trades, new accounts and pages belong to it. Null before the
 * first season.
 */
export async function newestSeason(sql: Queryable): Promise<SeasonRow | null> {
  const [row] = await sql<Raw[]>`
    select ${sql.unsafe(COLUMNS)} from seasons where kind = 'public' order by number desc limit 1`;
  return row ? seasonOf(row) : null;
}

/**
 * Locks and returns the newest season; null before the first season. Open transactions of trades finish first, later
 * transactions wait.
 */
export async function lockNewestSeason(sql: Queryable): Promise<SeasonRow | null> {
  const [row] = await sql<Raw[]>`
    select ${sql.unsafe(COLUMNS)} from seasons where kind = 'public' order by number desc limit 1 for update`;
  return row ? seasonOf(row) : null;
}

export async function seasonByNumber(sql: Queryable, number: number): Promise<SeasonRow | null> {
  const [row] = await sql<Raw[]>`
    select ${sql.unsafe(COLUMNS)} from seasons where kind = 'public' and number = ${number}`;
  return row ? seasonOf(row) : null;
}

export async function seasonOfGame(sql: Queryable, game: LeagueGame): Promise<SeasonRow | null> {
  const [row] = await sql<Raw[]>`
    select ${sql.unsafe(COLUMNS)} from seasons where kind = 'league' and id = ${seasonIdOfGame(game)}`;
  return row ? seasonOf(row) : null;
}

export async function seasonById(sql: Queryable, id: number): Promise<SeasonRow> {
  return seasonOf(one(await sql<Raw[]>`select ${sql.unsafe(COLUMNS)} from seasons where id = ${id}`));
}

/** Lets one action on seasons run at a time, in all processes. Call it first in a transaction. */
export async function lockSeasons(sql: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.seasonActions})`;
}

/**
 * Blocks registrations until the end of the transaction, so that every user gets an account in a season that the
 * transaction opens. Call it before locking the season's row, because a registration locks in that sequence.
 */
export async function holdRegistrations(sql: Queryable): Promise<void> {
  await sql`lock table users in share mode`;
}

/**
 * Opens the next season with full cash for every user except guests and deleted accounts.
 * @param season.startCash dollars @param season.terms null unless the season is active
 */
export async function openSeason(
  sql: Queryable,
  season: { status: 'waiting' | 'active'; startCash: string; terms: SeasonTerms | null; at: Date },
): Promise<SeasonRow> {
  const row = one(
    await sql<Raw[]>`
    insert into seasons (number, status, start_cash, prize_pool, prize_split, review_hours, least_trades, least_days,
      entry_days, entry_until, frozen_hours, rules, rules_version, terms, created_at, started_at)
    select coalesce((select max(number) from seasons), 0) + 1, ${season.status}, ${season.startCash}::numeric,
      prize_pool, prize_split, review_hours, least_trades, least_days, entry_days, entry_until, frozen_hours, rules, ${NEWEST_RULES}, ${season.terms && JSON.stringify(season.terms)}::text::jsonb, ${season.at}, ${season.status === 'active' ? season.at : null}
    from competition
    returning ${sql.unsafe(COLUMNS)}`,
  );
  await noteRules(sql, row.id, season.at);
  await sql`
    with opened as (
      insert into accounts (season_id, user_id, cash)
        select ${row.id}, id, ${season.startCash} from users where deleted_at is null and not is_guest
      returning user_id, cash)
    insert into ledger (user_id, season_id, currency, kind, amount, at)
    select user_id, ${row.id}, 'USD', 'season_grant', cash, ${season.at} from opened`;
  return seasonOf(row);
}

/** Gives waiting seasons the newest version of the rules, unless somebody has traded in them. */
export async function raiseWaitingRules(sql: Queryable): Promise<void> {
  await sql`update seasons s set rules_version = ${NEWEST_RULES}
    where status = 'waiting' and rules_version < ${NEWEST_RULES} and not exists (select from fills f where f.season_id = s.id)`;
}

export async function activateSeason(
  sql: Queryable,
  id: number,
  terms: SeasonTerms,
  startedAt: Date,
): Promise<void> {
  await sql`update seasons set status = 'active', started_at = ${startedAt}, terms = ${JSON.stringify(terms)}::text::jsonb,
    (prize_pool, prize_split) = (select prize_pool, prize_split from competition) where id = ${id}`;
}

/**
 * Gives the accounts of a waiting season another start cash. The ledger gets the difference. The caller has blocked
 * registrations.
 */
export async function changeStartCash(
  sql: Queryable,
  { id, startCash }: Pick<SeasonRow, 'id' | 'startCash'>,
  next: string,
  at: Date,
): Promise<void> {
  await sql`
    with changed as (
      update accounts set cash = cash - ${startCash}::numeric + ${next}::numeric, version = version + 1 where season_id = ${id} returning user_id)
    insert into ledger (user_id, season_id, currency, kind, amount, at)
    select user_id, ${id}, 'USD', 'season_grant', ${next}::numeric - ${startCash}::numeric, ${at} from changed`;
  await sql`update seasons set start_cash = ${next}::numeric where id = ${id}`;
}

export async function hasSeasonFills(sql: Queryable, seasonId: number): Promise<boolean> {
  return (await sql`select from fills where season_id = ${seasonId} limit 1`).length > 0;
}

/** Replaces the terms of a season or a private game. @param terms null when it cannot be proved any more */
export async function storeTerms(sql: Queryable, id: number, terms: SeasonTerms | null): Promise<void> {
  await sql`update seasons set terms = ${terms && JSON.stringify(terms)}::text::jsonb where id = ${id}`;
}

export async function endSeason(sql: Queryable, id: number, endedAt: Date): Promise<void> {
  await sql`update seasons set status = 'ended', ended_at = ${endedAt} where id = ${id}`;
}

export async function archiveSeason(sql: Queryable, id: number): Promise<void> {
  await sql`update seasons set status = 'archived' where id = ${id}`;
}

/**
 * Opens the user's account in a season with full cash. Repeated calls change nothing. Waits for an uncommitted change
 * of the start cash or end of the season. The ledger dates an account in an ended season after the end, even if this
 * transaction began earlier, because the final table lacks the account.
 */
export async function grantSeasonAccount(sql: Queryable, seasonId: number, userId: number): Promise<void> {
  await sql`
    with season as (
      select id, start_cash, ended_at from seasons where id = ${seasonId} for share
    ), opened as (
      insert into accounts (season_id, user_id, cash) select id, ${userId}, start_cash from season
      on conflict do nothing returning cash)
    insert into ledger (user_id, season_id, currency, kind, amount, at)
    select ${userId}, ${seasonId}, 'USD', 'season_grant', cash, greatest(now(), ended_at + interval '1 millisecond')
    from opened, season`;
}

/** True when the user has an account in the season; after the season's end, a row in its final table. */
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

/** @returns newest first */
export async function allSeasons(sql: Queryable): Promise<{ number: number; endedAt: Date | null }[]> {
  return await sql<{ number: number; endedAt: Date | null }[]>`
    select number, ended_at as "endedAt" from seasons where kind = 'public' order by number desc`;
}

/** Stores that a season's present rules apply from the next fill on. The caller has locked the season's row. */
export async function noteRules(sql: Queryable, seasonId: number, validFrom: Date): Promise<void> {
  await sql`
    insert into season_rules (season_id, first_fill, rules, at)
    select id, (select coalesce(max(id), 0) + 1 from fills), rules, ${validFrom} from seasons where id = ${seasonId}
    on conflict (season_id, first_fill) do update set rules = excluded.rules, at = excluded.at`;
}

/** Returns the rules of a season over time, oldest first, each with its first fill. */
export async function rulesOverTime(
  sql: Queryable,
  seasonId: number,
): Promise<{ firstFill: bigint; rules: Rules; at: Date }[]> {
  const rows = await sql<{ first_fill: bigint; rules: WireRules; at: Date }[]>`
    select first_fill, rules, at from season_rules where season_id = ${seasonId} order by first_fill`;
  return rows.map((row) => ({ firstFill: row.first_fill, rules: readRules(row.rules), at: row.at }));
}
