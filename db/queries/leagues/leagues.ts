/** Leagues, their invitations and the log of their changes. Times are epoch ms of the caller's clock. */
import { readRules } from '#core/contract/season.ts';
import type { LeagueKind, LeagueSettings } from '#core/leagues/leagues.ts';
import type { PositionView } from '#core/leagues/own-game.ts';
import { readCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import type { SeasonStatus } from '#core/season/season.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import { one, type Queryable, type Transaction } from '../../client.ts';

/** A private game. `startsAt` and `endsAt` are planned times. */
export type OwnGame = {
  seasonId: number;
  status: SeasonStatus;
  startCash: Cents;
  rules: Rules;
  startsAt: Date;
  endsAt: Date;
  positionView: PositionView;
  endedAt: Date | null;
  /** True when its fills are in a chain. False when somebody traded in it before private games had chains. */
  hasChain: boolean;
};

export type League = LeagueSettings & {
  id: string;
  code: string;
  /** Null with a private game. */
  seasonNumber: number | null;
  /** Null for a league over a season. */
  game: OwnGame | null;
  ownerId: number;
  ownerName: string;
  createdAt: Date;
  archivedAt: Date | null;
  members: number;
  waiting: number;
};

/** The data for the text of a league's rules, even before the league is stored. `startsAt` null: it starts at once. */
export type PlannedLeague = LeagueSettings &
  Pick<League, 'ownerName' | 'seasonNumber'> & {
    game:
      | (Pick<OwnGame, 'startCash' | 'rules' | 'endsAt' | 'positionView' | 'hasChain'> & {
          startsAt: Date | null;
        })
      | null;
  };

const leagueColumns = (sql: Queryable) => sql`
  l.id, l.code, l.season_number as "seasonNumber", l.owner_id as "ownerId", u.username as "ownerName", l.name, l.about,
  l.prize, l.joining, l.is_late_open as "isLateOpen", l.is_listed as "isListed", l.needs_reason as "needsReason", l.created_at as "createdAt", l.archived_at as "archivedAt",
  (select count(*)::integer from league_members c where c.league_id = l.id and c.state = 'in') as members,
  (select count(*)::integer from league_members c where c.league_id = l.id and c.state = 'waiting') as waiting,
  s.id as "seasonId", s.status, s.start_cash as "startCash", s.rules, l.starts_at as "startsAt", l.ends_at as "endsAt",
  l.position_view as "positionView", s.ended_at as "endedAt",
  s.status = 'waiting' or exists (select from season_rules r where r.season_id = s.id and s.id < 0) as "hasChain"`;
const leagueTables = (sql: Queryable) =>
  sql`leagues l join users u on u.id = l.owner_id left join seasons s on s.id = l.season_id`;

type RawLeague = Omit<League, 'game'> &
  (
    | ({ [field in Exclude<keyof OwnGame, 'hasChain' | 'positionView'>]: null } & Pick<
        OwnGame,
        'hasChain' | 'positionView'
      >)
    | (Omit<OwnGame, 'startCash' | 'rules'> & { startCash: string; rules: unknown })
  );

function leagueOf(row: RawLeague): League {
  const { seasonId, status, startCash, rules, startsAt, endsAt, positionView, endedAt, hasChain, ...league } =
    row;
  if (seasonId === null) return { ...league, game: null };
  const game = {
    seasonId,
    status,
    startCash: readCents(startCash),
    rules: readRules(rules),
    startsAt,
    endsAt,
    positionView,
    endedAt,
    hasChain,
  };
  return { ...league, game };
}

/** @returns null for an unknown id */
export async function findLeague(sql: Queryable, id: string): Promise<League | null> {
  const [row] = await sql<RawLeague[]>`
    select ${leagueColumns(sql)} from ${leagueTables(sql)} where l.id = ${id}`;
  return row ? leagueOf(row) : null;
}

/** @returns null for a replaced code and for an archived league */
export async function findInvitation(sql: Queryable, code: string): Promise<League | null> {
  const [row] = await sql<RawLeague[]>`
    select ${leagueColumns(sql)} from ${leagueTables(sql)}
    where l.code = ${code} and l.archived_at is null`;
  return row ? leagueOf(row) : null;
}

/** Locks and returns the league, so that its members change one at a time; null for an unknown id. */
export async function lockLeague(tx: Transaction, id: string): Promise<League | null> {
  await tx`select from leagues where id = ${id} for update`;
  return await findLeague(tx, id);
}

export type OwnLeague = League & { state: 'in' | 'waiting' };

/**
 * Returns the newest 200 leagues that a person is in or has asked to join, newest first. Omits requests to archived
 * leagues.
 */
export async function leaguesOf(sql: Queryable, userId: number): Promise<OwnLeague[]> {
  const rows = await sql<(RawLeague & Pick<OwnLeague, 'state'>)[]>`
    select ${leagueColumns(sql)}, m.state from ${leagueTables(sql)} join league_members m on m.league_id = l.id
    where m.user_id = ${userId} and (m.state = 'in' or m.state = 'waiting' and l.archived_at is null)
    order by l.created_at desc limit 200`;
  return rows.map((row) => ({ ...leagueOf(row), state: row.state }));
}

/** True when a person traded in a private game and then left: the game's proof contains the person's fills. */
export async function hasTradedAndLeft(
  sql: Queryable,
  { id, game }: League,
  userId: number,
): Promise<boolean> {
  const rows = await sql`
    select from league_members m where m.league_id = ${id} and m.user_id = ${userId} and m.state = 'left'
      and exists (select from fills f where f.season_id = ${game?.seasonId ?? null} and f.user_id = m.user_id)`;
  return rows.length > 0;
}

/** Returns the newest 200 private games that a person has traded in and left, newest first. */
export async function gamesLeft(sql: Queryable, userId: number): Promise<Pick<League, 'id' | 'name'>[]> {
  return await sql<Pick<League, 'id' | 'name'>[]>`
    select l.id, l.name from league_members m join leagues l on l.id = m.league_id
    where m.user_id = ${userId} and m.state = 'left'
      and exists (select from fills f where f.season_id = l.season_id and f.user_id = m.user_id)
    order by m.changed_at desc limit 200`;
}

/**
 * Returns a page of the listed leagues that are not over, newest first, and their total number.
 * @param from the first season that is not over @param now epoch ms
 */
export async function listedLeagues(
  sql: Queryable,
  { from, now }: { from: number; now: number },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ leagues: League[]; total: number }> {
  const isOpen = sql`l.is_listed and l.archived_at is null
    and (l.season_number >= ${from} or l.ends_at > ${new Date(now)})`;
  const [rows, [count]] = await Promise.all([
    sql<RawLeague[]>`
      select ${leagueColumns(sql)} from ${leagueTables(sql)} where ${isOpen}
      order by l.created_at desc, l.id offset ${offset} limit ${limit}`,
    sql<{ total: number }[]>`select count(*)::integer as total from leagues l where ${isOpen}`,
  ]);
  return { leagues: rows.map(leagueOf), total: count?.total ?? 0 };
}

/** Locks a person, so that the person's concurrent requests count each other. */
export async function lockPerson(tx: Transaction, userId: number): Promise<void> {
  await tx`select from users where id = ${userId} for no key update`;
}

/**
 * Counts leagues of a kind, without leagues that are over or archived. `owned`: the person owns them. `joined`: the
 * person is in them or has asked to join.
 * @param from the first season that is not over
 */
export async function countLeagues(
  sql: Queryable,
  userId: number,
  kind: LeagueKind,
  from: number,
): Promise<{ owned: number; joined: number }> {
  return one(
    await sql<{ owned: number; joined: number }[]>`
      select count(*) filter (where l.owner_id = ${userId})::integer as owned, count(*)::integer as joined
      from league_members m join leagues l on l.id = m.league_id left join seasons s on s.id = l.season_id
      where m.user_id = ${userId} and m.state in ('in', 'waiting') and l.archived_at is null
        and case ${kind} when 'own' then s.status in ('waiting', 'active') else l.season_number >= ${from} end`,
  );
}

/** Returns the league that continues a finished league; null without one. */
export async function findSuccessor(sql: Queryable, id: string): Promise<Pick<League, 'id' | 'code'> | null> {
  const [row] = await sql<Pick<League, 'id' | 'code'>[]>`
    select id, code from leagues where successor_of = ${id}`;
  return row ?? null;
}

/** @returns false when another league has its id or code, or continues the same league */
export async function insertLeague(
  tx: Transaction,
  league: LeagueSettings &
    Pick<League, 'id' | 'code' | 'seasonNumber' | 'ownerId'> & { successorOf: string | null },
  game: Pick<OwnGame, 'seasonId' | 'startsAt' | 'endsAt' | 'positionView'> | null,
  now: number,
): Promise<boolean> {
  const added = await tx`
    insert into leagues (id, code, season_number, owner_id, name, about, prize, joining, is_late_open, is_listed, needs_reason,
      created_at, season_id, starts_at, ends_at, position_view, successor_of)
    values (${league.id}, ${league.code}, ${league.seasonNumber}, ${league.ownerId}, ${league.name}, ${league.about},
      ${league.prize}, ${league.joining}, ${league.isLateOpen}, ${league.isListed}, ${league.needsReason}, ${new Date(now)},
      ${game?.seasonId ?? null}, ${game?.startsAt ?? null}, ${game?.endsAt ?? null}, ${game?.positionView ?? 'never'},
      ${league.successorOf})
    on conflict do nothing`;
  return added.count > 0;
}

export async function updateLeague(tx: Transaction, id: string, settings: LeagueSettings): Promise<void> {
  const { name, about, prize, joining, isLateOpen, isListed, needsReason } = settings;
  await tx`update leagues set name = ${name}, about = ${about}, prize = ${prize}, joining = ${joining},
    is_late_open = ${isLateOpen}, is_listed = ${isListed}, needs_reason = ${needsReason} where id = ${id}`;
}

/** @returns false when another league has the new code */
export async function replaceCode(sql: Queryable, id: string, code: string): Promise<boolean> {
  const replaced = await sql`update leagues set code = ${code}
    where id = ${id} and not exists (select from leagues where code = ${code})`;
  return replaced.count > 0;
}

export async function setOwner(tx: Transaction, id: string, ownerId: number): Promise<void> {
  await tx`update leagues set owner_id = ${ownerId} where id = ${id}`;
  await tx`update league_members set is_helper = false where league_id = ${id} and user_id = ${ownerId}`;
}

/** Archives a league. The league that it continues may then be continued again. */
export async function archiveLeague(tx: Transaction, id: string, now: number): Promise<void> {
  await tx`update leagues set archived_at = ${new Date(now)}, successor_of = null where id = ${id}`;
}

export async function deleteLeague(tx: Transaction, id: string): Promise<void> {
  await tx`delete from leagues where id = ${id}`;
}

export type LeagueChange = { field: string; before: string; after: string; username: string; at: Date };

export async function insertChanges(
  tx: Transaction,
  { leagueId, userId, now }: { leagueId: string; userId: number; now: number },
  changes: readonly Pick<LeagueChange, 'field' | 'before' | 'after'>[],
): Promise<void> {
  for (const { field, before, after } of changes)
    await tx`insert into league_changes (league_id, user_id, field, before, after, at)
      values (${leagueId}, ${userId}, ${field}, ${before}, ${after}, ${new Date(now)})`;
}

/** @returns newest first */
export async function listChanges(sql: Queryable, leagueId: string, limit: number): Promise<LeagueChange[]> {
  return await sql<LeagueChange[]>`
    select c.field, c.before, c.after, u.username, c.at from league_changes c join users u on u.id = c.user_id
    where c.league_id = ${leagueId} order by c.id desc limit ${limit}`;
}
