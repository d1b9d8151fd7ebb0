/** Private games. Each has a season row. Times are epoch ms of the caller's clock. */
import { storedRules } from '#core/contract/season.ts';
import type { MemberState } from '#core/leagues/leagues.ts';
import type { GameTerms } from '#core/leagues/own-game.ts';
import { writeCents } from '#core/money/money.ts';
import { type LeagueGame, PRACTICE_ID, seasonIdOfGame } from '#core/season/game.ts';
import type { SeasonStatus } from '#core/season/season.ts';
import { NEWEST_RULES, type SeasonTerms } from '#core/season/terms.ts';
import type { Queryable, Transaction } from '../../client.ts';
import { noteRules } from '../season/seasons.ts';

/** `state` is null for a person who never asked to join. */
export type Player = {
  state: MemberState | null;
  status: SeasonStatus;
  endsAt: Date;
  archivedAt: Date | null;
  needsReason: boolean;
};

/** @returns null when the game does not exist */
export async function findPlayer(sql: Queryable, userId: number, game: LeagueGame): Promise<Player | null> {
  const [row] = await sql<Player[]>`
    select m.state, s.status, l.ends_at as "endsAt", l.archived_at as "archivedAt", l.needs_reason as "needsReason"
    from leagues l join seasons s on s.id = l.season_id
      left join league_members m on m.league_id = l.id and m.user_id = ${userId}
    where l.id = ${game}`;
  return row ?? null;
}

/** Stored in the game's season row. `startsAt`: epoch ms. */
export type GameSettings = Pick<GameTerms, 'startCash' | 'rules' | 'startsAt'>;

/**
 * Adds the season row of a game. The game runs at once when its start has passed.
 * @param terms stored if the game runs at once @returns the row's id; null when the row exists already
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
      ${storedRules(rules)}::text::jsonb, ${NEWEST_RULES}, ${new Date(now)}, ${isRunning ? new Date(now) : null},
      ${isRunning ? JSON.stringify(terms) : null}::text::jsonb)
    on conflict do nothing returning id`;
  if (row && isRunning) await noteRules(tx, row.id, new Date(now));
  return row?.id ?? null;
}

/** Deletes the season row of a game that never started, in which nobody has an account. */
export async function deleteGame(tx: Transaction, seasonId: number): Promise<void> {
  await tx`delete from season_rules where season_id = ${seasonId}`;
  await tx`delete from seasons where id = ${seasonId}`;
}

/**
 * Returns the season ids of practice and all running private games. The list of statuses makes the planner use the
 * index `seasons_private_open`.
 */
export async function openPrivateSeasons(sql: Queryable): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from seasons where id = ${PRACTICE_ID}
    union all select id from seasons where id < ${PRACTICE_ID} and status in ('waiting', 'active') and status = 'active'
    order by id desc`;
  return rows.map(({ id }) => id);
}

/** Returns the games that are due to start or end, by plan or because their league was archived. */
export async function dueGames(sql: Queryable, now: number): Promise<LeagueGame[]> {
  const rows = await sql<{ id: LeagueGame }[]>`
    select l.id from seasons s join leagues l on l.season_id = s.id
    where s.id < -1 and s.status in ('waiting', 'active') and case s.status
      when 'waiting' then l.archived_at is null and l.starts_at <= ${new Date(now)}
      else l.archived_at is not null or l.ends_at <= ${new Date(now)} end
    order by l.ends_at, l.id`;
  return rows.map(({ id }) => id);
}

/**
 * Locks a game's season row. Open transactions of trades finish first, later transactions wait.
 * @returns the status; null without the row
 */
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

export const runningTerms = async (sql: Queryable): Promise<{ id: number; terms: SeasonTerms }[]> =>
  await sql<{ id: number; terms: SeasonTerms }[]>`
    select id, terms from seasons where id < -1 and status = 'active' and terms is not null`;

/** Replaces a game's rules, its planned times, and who sees positions. The caller has locked the season row. */
export async function updateGame(
  tx: Transaction,
  leagueId: string,
  seasonId: number,
  { rules, startsAt, endsAt, positionView }: Omit<GameTerms, 'startCash'>,
): Promise<void> {
  await tx`update seasons set rules = ${storedRules(rules)}::text::jsonb where id = ${seasonId}`;
  await tx`update leagues set starts_at = ${new Date(startsAt)}, ends_at = ${new Date(endsAt)},
    position_view = ${positionView} where id = ${leagueId}`;
}

/**
 * Adds a renamed company's new symbol to the rules of the planned and running games that allow the old symbol. The old
 * symbol stays in the rules, because fills before the rename have it.
 */
export async function addTicker(
  tx: Transaction,
  { symbol, newSymbol }: { symbol: string; newSymbol: string },
  validFrom: Date,
): Promise<void> {
  const games = await tx<{ id: number; hasRules: boolean }[]>`
    update seasons s set rules = jsonb_set(rules, '{tickers}', (select jsonb_agg(ticker order by ticker collate "C")
      from jsonb_array_elements_text(rules->'tickers' || to_jsonb(${newSymbol}::text)) ticker))
    where id < -1 and status in ('waiting', 'active') and rules->'tickers' ? ${symbol} and not rules->'tickers' ? ${newSymbol}
    returning id, exists (select from season_rules r where r.season_id = s.id) as "hasRules"`;
  // a game without recorded rules has no chain: a planned game's start records the rules, an older game never gets any
  for (const { id, hasRules } of games) if (hasRules) await noteRules(tx, id, validFrom);
}

/**
 * Locks an account and raises its version, so that a change decided on the previous version cannot commit. Locks in the
 * sequence of every change: the season's row, the account, its orders.
 */
export async function lockAccount(tx: Transaction, seasonId: number, userId: number): Promise<void> {
  await tx`select from seasons where id = ${seasonId} for share`;
  await tx`update accounts set version = version + 1 where season_id = ${seasonId} and user_id = ${userId}`;
}

/**
 * Returns the season ids of the games to which changes of shares apply: `season` if given, practice, and all running
 * private games.
 */
export async function openGames(sql: Queryable, season: { id: number } | null | false): Promise<number[]> {
  const others = await openPrivateSeasons(sql);
  return season ? [season.id, ...others] : others;
}
