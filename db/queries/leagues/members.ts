/** The members of leagues. Times are epoch ms of the caller's clock. */
import type { MemberState } from '#core/leagues/leagues.ts';
import { readCents, writeCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import type { Queryable, Transaction } from '../../client.ts';
import { barred } from '../account/preferences.ts';

export type LeagueMember = {
  userId: number;
  username: string;
  state: MemberState;
  isHelper: boolean;
  joinedAt: Date | null;
  changedAt: Date;
  reason: string | null;
};

const memberColumns = (sql: Queryable) => sql`
  m.user_id as "userId", u.username, m.state, m.is_helper as "isHelper", m.joined_at as "joinedAt",
  m.changed_at as "changedAt", m.reason`;

/** @returns null for a person who never was a member and has no waiting request */
export async function findMember(
  sql: Queryable,
  leagueId: string,
  userId: number,
): Promise<LeagueMember | null> {
  const [row] = await sql<LeagueMember[]>`
    select ${memberColumns(sql)} from league_members m join users u on u.id = m.user_id
    where m.league_id = ${leagueId} and m.user_id = ${userId}`;
  return row ?? null;
}

/** Returns the people of a league in one of `states`, in the sequence of joining or asking. */
export async function listLeagueMembers(
  sql: Queryable,
  leagueId: string,
  states: readonly MemberState[],
  { offset, limit }: { offset: number; limit: number },
): Promise<LeagueMember[]> {
  return await sql<LeagueMember[]>`
    select ${memberColumns(sql)} from league_members m join users u on u.id = m.user_id
    where m.league_id = ${leagueId} and m.state = any(${states as MemberState[]})
    order by coalesce(m.joined_at, m.changed_at), m.user_id offset ${offset} limit ${limit}`;
}

/** A member in the table of a league. `base`: equity at the time of joining; null for the start cash. */
export type TableMember = {
  leagueId: string;
  userId: number;
  hasLeft: boolean;
  joinedAt: Date;
  changedAt: Date;
  base: Cents | null;
};

/** Returns present and former members of leagues, except removed ones, in the sequence of joining. */
export async function tableMembers(sql: Queryable, leagueIds: readonly string[]): Promise<TableMember[]> {
  if (leagueIds.length === 0) return [];
  const rows = await sql<(Omit<TableMember, 'base'> & { base: string | null })[]>`
    select league_id as "leagueId", user_id as "userId", state = 'left' as "hasLeft", joined_at as "joinedAt",
      changed_at as "changedAt", base_equity as base
    from league_members
    where league_id = any(${leagueIds as string[]}) and joined_at is not null and state in ('in', 'left')
    order by joined_at, user_id`;
  return rows.map((row) => ({ ...row, base: row.base === null ? null : readCents(row.base) }));
}

/** Returns the names of accounts by id. `seenAt`: the last visit; null when none is recorded. */
export async function namesAndVisits(
  sql: Queryable,
  userIds: readonly number[],
): Promise<Map<number, { username: string; seenAt: Date | null }>> {
  const rows = await sql<{ id: number; username: string; seenAt: Date | null }[]>`
    select id, username, greatest(
      -- a sign-out deletes the session, and the browser mark stays for a while
      (select max(last_seen_at) from sessions s where s.user_id = u.id),
      (select max(last_seen_at) from browser_marks m where m.user_id = u.id)) as "seenAt"
    from users u where id = any(${userIds as number[]})`;
  return new Map(rows.map(({ id, ...person }) => [id, person]));
}

/** Stores a request to join. A former member may ask again. */
export async function insertRequest(
  tx: Transaction,
  leagueId: string,
  userId: number,
  now: number,
): Promise<void> {
  await tx`insert into league_members (league_id, user_id, state, changed_at)
    values (${leagueId}, ${userId}, 'waiting', ${new Date(now)})
    on conflict (league_id, user_id) do update set state = 'waiting', changed_at = excluded.changed_at`;
}

/**
 * Makes a person a member. A returning member keeps the first `base`.
 * @param base equity now, cents; null before the season starts
 */
export async function admitMember(
  tx: Transaction,
  { leagueId, userId }: { leagueId: string; userId: number },
  base: Cents | null,
  now: number,
): Promise<void> {
  const joinedAt = new Date(now);
  await tx`insert into league_members as m (league_id, user_id, state, joined_at, base_equity, changed_at)
    values (${leagueId}, ${userId}, 'in', ${joinedAt}, ${base === null ? null : writeCents(base)}, ${joinedAt})
    on conflict (league_id, user_id) do update set state = 'in', changed_at = excluded.changed_at,
      joined_at = coalesce(m.joined_at, excluded.joined_at),
      base_equity = case when m.joined_at is null then excluded.base_equity else m.base_equity end`;
}

/** Marks a member as left or removed. A helper loses the rights. */
export async function setMemberState(
  tx: Transaction,
  { leagueId, userId }: { leagueId: string; userId: number },
  { state, reason, now }: { state: 'left' | 'removed'; reason: string | null; now: number },
): Promise<void> {
  await tx`update league_members set state = ${state}, reason = ${reason}, is_helper = false,
    changed_at = ${new Date(now)} where league_id = ${leagueId} and user_id = ${userId}`;
}

/** Ends a request to join. A former member gets the state `left` again; the row of any other person is deleted. */
export async function dropRequest(
  tx: Transaction,
  leagueId: string,
  userId: number,
  now: number,
): Promise<void> {
  await tx`delete from league_members
    where league_id = ${leagueId} and user_id = ${userId} and state = 'waiting' and joined_at is null`;
  await tx`update league_members set state = 'left', changed_at = ${new Date(now)}
    where league_id = ${leagueId} and user_id = ${userId} and state = 'waiting'`;
}

/** A league, or the leagues over a season or of an owner. */
export type EndingLeagues = { id: string } | { seasonNumber: number } | { ownerId: number };
type JoinRequest = { userId: number; id: string; name: string };

/**
 * Ends the open requests to join leagues that end. Restores the state `left` of a former member; deletes the row of
 * any other person.
 * @returns the ended requests
 */
export async function endRequests(tx: Transaction, of: EndingLeagues): Promise<JoinRequest[]> {
  const isOf =
    'id' in of
      ? tx`l.id = ${of.id}`
      : 'ownerId' in of
        ? tx`l.owner_id = ${of.ownerId}`
        : tx`l.season_number = ${of.seasonNumber}`;
  const isEnding = tx`l.id = m.league_id and m.state = 'waiting' and ${isOf}`;
  const request = tx`m.user_id as "userId", l.id, l.name`;
  const strangers = await tx<JoinRequest[]>`
    delete from league_members m using leagues l where ${isEnding} and m.joined_at is null returning ${request}`;
  // keeps changed_at: with a time after the league's end, its final table would list the former member as present
  const formerMembers = await tx<JoinRequest[]>`
    update league_members m set state = 'left' from leagues l where ${isEnding} returning ${request}`;
  return [...strangers, ...formerMembers];
}

export async function setHelper(
  tx: Transaction,
  leagueId: string,
  userId: number,
  isHelper: boolean,
): Promise<void> {
  await tx`update league_members set is_helper = ${isHelper} where league_id = ${leagueId} and user_id = ${userId}`;
}

export async function listHelpers(sql: Queryable, leagueId: string): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select user_id as id from league_members where league_id = ${leagueId} and is_helper and state = 'in'`;
  return rows.map(({ id }) => id);
}

/** True when anybody but the owner has ever been a member. */
export async function hadOthers(sql: Queryable, leagueId: string, ownerId: number): Promise<boolean> {
  const rows = await sql`select from league_members
    where league_id = ${leagueId} and user_id <> ${ownerId} and joined_at is not null limit 1`;
  return rows.length > 0;
}

/** Locks the leagues that a person is or was in, so that their members change one at a time. */
export async function lockLeaguesOf(tx: Transaction, userId: number): Promise<void> {
  await tx`select from leagues where id in (select league_id from league_members where user_id = ${userId})
    order by id for update`;
}

export type InheritedLeague = { id: string; name: string; ownerId: number };

/**
 * Removes a deleted account from all leagues; the final table of a league that is over keeps its row. A league of the
 * account passes to the first helper who may act, else to the first member who may act, by time of joining. Without
 * such an heir the league is archived and loses its texts.
 * @returns the leagues with a new owner
 */
export async function leaveLeagues(tx: Transaction, userId: number, now: number): Promise<InheritedLeague[]> {
  const inherited = await tx<InheritedLeague[]>`update leagues l set owner_id = heir.user_id
    from (
      select distinct on (m.league_id) m.league_id, m.user_id from league_members m
      join leagues o on o.id = m.league_id join users u on u.id = m.user_id and not ${barred(tx)}
      where o.owner_id = ${userId} and m.user_id <> ${userId} and m.state = 'in'
      order by m.league_id, m.is_helper desc, m.joined_at, m.user_id) heir
    where l.id = heir.league_id and l.owner_id = ${userId} returning l.id, l.name, l.owner_id as "ownerId"`;
  await tx`update league_members m set is_helper = false from leagues l
    where l.id = m.league_id and l.owner_id = m.user_id and m.is_helper`;
  await tx`update leagues set archived_at = coalesce(archived_at, ${new Date(now)}), about = '', prize = ''
    where owner_id = ${userId}`;
  // the log of changes contains the texts, too
  await tx`delete from league_changes c using leagues l
    where l.id = c.league_id and l.owner_id = ${userId} and c.field in ('about', 'prize')`;
  await tx`update league_members m set state = 'left', is_helper = false, changed_at = ${new Date(now)}
    from leagues l join seasons s on s.id = l.season_id or s.number = l.season_number
    where m.user_id = ${userId} and m.league_id = l.id and m.state = 'in' and s.ended_at is not null`;
  await tx`delete from league_members m using leagues l left join seasons s on s.id = l.season_id or s.number = l.season_number
    where m.user_id = ${userId} and m.league_id = l.id and (m.state <> 'left' or s.ended_at is null)`;
  return inherited;
}
