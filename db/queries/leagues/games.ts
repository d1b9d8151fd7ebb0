/** Private games, which have season rows of their own. Times are epoch ms of the caller's clock. */
import { writeRules } from '#core/contract/season.ts';
import type { MemberState } from '#core/leagues/leagues.ts';
import type { GameTerms } from '#core/leagues/own-game.ts';
import { writeCents } from '#core/money/money.ts';
import { type LeagueGame, PRACTICE_ID, seasonIdOfGame } from '#core/season/game.ts';
import type { SeasonStatus } from '#core/season/season.ts';
import { NEWEST_RULES, type SeasonTerms } from '#core/season/terms.ts';
import type { Queryable, Transaction } from '../../client.ts';
import { noteRules } from '../season/seasons.ts';

/** A person's part in a private game; `state` is null for a person who never asked to join. */
export type Player = {
  state: MemberState | null;
  status: SeasonStatus;
  endsAt: Date;
  archivedAt: Date | null;
  /** True when an order that opens a position needs a reason. */
  needsReason: boolean;
};

/** Returns a person's part in a private game; null when there is no such game. */
export async function findPlayer(sql: Queryable, userId: number, game: LeagueGame): Promise<Player | null> {
  const [row] = await sql<Player[]>`
    select m.state, s.status, l.ends_at as "endsAt", l.archived_at as "archivedAt", l.needs_reason as "needsReason"
    from leagues l join seasons s on s.id = l.season_id
      left join league_members m on m.league_id = l.id and m.user_id = ${userId}
    where l.id = ${game}`;
  return row ?? null;
}

/** The settings stored in the season row of a private game. `startsAt`: epoch ms. */
export type GameSettings = Pick<GameTerms, 'startCash' | 'rules' | 'startsAt'>;

/**
 * Adds the season row of a private game, which runs at once when its start has passed.
 * @param terms those of a game that starts now @returns its id; null when it exists
 */
export async function insertGame(
  tx: Transaction,
  game: LeagueGame,
  { startCash, rules, startsAt }: GameSettings,
  terms: SeasonTerms,
  now: number,
): Promise<number | null> {
  const isRunning = startsAt <= now;
  const [row] = await tx<{ id: number }[]>`
    insert into seasons (id, kind, status, start_cash, prize_pool, rules, rules_version, created_at, started_at, terms)
    overriding system value
    values (${seasonIdOfGame(game)}, 'league', ${isRunning ? 'active' : 'waiting'}, ${writeCents(startCash)}, 0,
      ${JSON.stringify(writeRules(rules))}::text::jsonb, ${NEWEST_RULES}, ${new Date(now)}, ${isRunning ? new Date(now) : null},
      ${isRunning ? JSON.stringify(terms) : null}::text::jsonb)
    on conflict do nothing returning id`;
  if (row && isRunning) await noteRules(tx, row.id, new Date(now));
  return row?.id ?? null;
}

/** Deletes the season row of a private game that never started: nobody has an account in it. */
export async function deleteGame(tx: Transaction, seasonId: number): Promise<void> {
  await tx`delete from season_rules where season_id = ${seasonId}`;
  await tx`delete from seasons where id = ${seasonId}`;
}

/** Returns the season ids of practice and of all running private games. */
export async function openPrivateSeasons(sql: Queryable): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from seasons where id = ${PRACTICE_ID}
    union all select id from seasons where id < ${PRACTICE_ID} and status in ('waiting', 'active') and status = 'active'
    order by id desc`;
  return rows.map(({ id }) => id);
}

/** Returns the games that are due to start or to end, by their planned times or because their league was archived. */
export async function dueGames(sql: Queryable, now: number): Promise<LeagueGame[]> {
  const rows = await sql<{ id: LeagueGame }[]>`
    select l.id from seasons s join leagues l on l.season_id = s.id
    where s.id < -1 and s.status in ('waiting', 'active') and case s.status
      when 'waiting' then l.archived_at is null and l.starts_at <= ${new Date(now)}
      else l.archived_at is not null or l.ends_at <= ${new Date(now)} end
    order by l.ends_at, l.id`;
  return rows.map(({ id }) => id);
}

/** Locks a game's season row until the end of the transaction: running trades finish first, new ones wait. @returns its status */
export async function lockGame(tx: Transaction, seasonId: number): Promise<SeasonStatus | null> {
  const [row] = await tx<
    { status: SeasonStatus }[]
  >`select status from seasons where id = ${seasonId} for update`;
  return row?.status ?? null;
}

export async function activateGame(
  tx: Transaction,
  seasonId: number,
  startedAt: Date,
  terms: SeasonTerms,
): Promise<void> {
  await tx`update seasons set status = 'active', started_at = ${startedAt}, terms = ${JSON.stringify(terms)}::text::jsonb
    where id = ${seasonId}`;
  await noteRules(tx, seasonId, startedAt);
}

/** Returns the terms of running private games. */
export const runningTerms = async (sql: Queryable): Promise<{ id: number; terms: SeasonTerms }[]> =>
  await sql<{ id: number; terms: SeasonTerms }[]>`
    select id, terms from seasons where id < -1 and status = 'active' and terms is not null`;

/** Replaces the rules of a game whose row the caller has locked, its planned times, and who sees positions. */
export async function updateGame(
  tx: Transaction,
  leagueId: string,
  seasonId: number,
  { rules, startsAt, endsAt, positionView }: Omit<GameTerms, 'startCash'>,
): Promise<void> {
  await tx`update seasons set rules = ${JSON.stringify(writeRules(rules))}::text::jsonb where id = ${seasonId}`;
  await tx`update leagues set starts_at = ${new Date(startsAt)}, ends_at = ${new Date(endsAt)},
    position_view = ${positionView} where id = ${leagueId}`;
}

/**
 * Locks an account until the end of the transaction and gives it a new version, so that a change decided earlier cannot commit. Every
 * change locks the account before its orders.
 */
export async function lockAccount(tx: Transaction, seasonId: number, userId: number): Promise<void> {
  await tx`update accounts set version = version + 1 where season_id = ${seasonId} and user_id = ${userId}`;
}

/**
 * Returns the season ids of the games to which a split, a dividend or another change of shares applies: the public season, if given,
 * practice, and every running private game.
 */
export async function openGames(sql: Queryable, season: { id: number } | null | false): Promise<number[]> {
  const others = await openPrivateSeasons(sql);
  return season ? [season.id, ...others] : others;
}
