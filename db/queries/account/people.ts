/** Accounts in the admins' search for people, and on their page about a person. */
import type { AccountRole } from '#core/account/permissions.ts';
import type { RestrictionRow } from '#core/account/visitor.ts';
import type { PeopleTab } from '#core/contract/account.ts';
import type { Queryable } from '../../client.ts';
import { roleColumn } from './roles.ts';

export type PersonLine = RestrictionRow & {
  id: number;
  username: string;
  createdAt: Date;
  isAdmin: boolean;
  role: AccountRole;
  isSimulated: boolean;
  isDeleted: boolean;
};

const columns = (sql: Queryable) => sql`
  u.id, u.username, u.created_at as "createdAt", u.is_admin as "isAdmin", ${roleColumn(sql)} as role, u.is_simulated as "isSimulated",
  u.deleted_at is not null as "isDeleted", u.leaves_at, u.suspended_until, u.suspended_reason, u.name_fault`;

export type PeopleSearch = {
  /** Key of the beginning of a present or former name; null for everybody. */
  nameKey: string | null;
  /** The typed text: it may be an e-mail address, a Discord id or an account's number. */
  text: string;
  tab: PeopleTab;
};

/** A search reads at most this many names, sorted by name. An exact match sorts first, so the limit never drops it. */
const MOST_NAMES = 1_000;

/** @returns newest account first */
export async function listPeople(
  sql: Queryable,
  { nameKey, text, tab }: PeopleSearch,
  { offset, limit }: { offset: number; limit: number },
): Promise<PersonLine[]> {
  const page = sql`order by id desc offset ${offset} limit ${limit}`;
  // `suspended` begins with the condition of a partial index, so that the planner uses the index
  const isInTab = {
    newest: sql`not u.is_simulated and not u.is_guest`,
    suspended: sql`(u.suspended_until is not null or u.name_fault is not null)
      and (u.suspended_until > now() or u.name_fault is not null)`,
    staff: sql`(u.is_admin or u.is_moderator)`,
  }[tab];
  if (nameKey === null)
    return await sql<PersonLine[]>`select ${columns(sql)} from users u where ${isInTab} ${page}`;
  // a search also finds simulated traders, which the list of the newest omits
  const matches =
    tab === 'newest'
      ? matchesOfAll(sql, nameKey, text)
      : sql`
        (select id from users u where ${isInTab} and (${isNamed(sql, nameKey)} or ${isExactly(sql, text)})
          order by id desc limit ${offset + limit})
        union select u.id from former_names f join users u on u.id = f.user_id
          where ${isNamed(sql, nameKey, 'f')} and ${isInTab}`;
  // limits the ids before the join: otherwise the join would read a large part of the accounts
  return await sql<PersonLine[]>`
    select ${columns(sql)} from (select id from (${matches}) m ${page}) m join users u on u.id = m.id order by u.id desc`;
}

const isNamed = (sql: Queryable, nameKey: string, table = 'u') => {
  const name = sql(`${table}.username_key`);
  return sql`(${name} ~>=~ ${nameKey} and ${name} ~<~ ${`${nameKey}\u{10ffff}`})`;
};

const isExactly = (sql: Queryable, text: string) =>
  sql`(lower(u.email) = lower(${text}) or u.discord_id = ${text} or u.id = ${/^\d{1,9}$/.test(text) ? Number(text) : null})`;

/** Returns a query for the ids of all matching accounts. A guest matches by number only. */
function matchesOfAll(sql: Queryable, nameKey: string, text: string) {
  const first = sql`order by username_key using ~<~ limit ${MOST_NAMES}`;
  return sql`
    (select u.id from users u where ${isNamed(sql, nameKey)} and not u.is_guest ${first})
    union (select f.user_id from former_names f where ${isNamed(sql, nameKey, 'f')} ${first})
    union select u.id from users u where ${isExactly(sql, text)}`;
}

export type Person = PersonLine & { email: string | null; hasDiscord: boolean; lastSeenAt: Date | null };

/** @returns null for an unknown id */
export async function findPerson(sql: Queryable, id: number): Promise<Person | null> {
  const [row] = await sql<Person[]>`
    select ${columns(sql)}, u.email, u.discord_id is not null as "hasDiscord",
      (select max(last_seen_at) from browser_marks m where m.user_id = u.id) as "lastSeenAt"
    from users u where u.id = ${id}`;
  return row ?? null;
}

/** `place` is null while the season runs, and without a place. */
export type PersonSeason = { number: number; place: number | null; equity: string | null; trades: number };

/** Returns the newest 50 public seasons in which a person has an account, newest first. */
export async function seasonsOf(sql: Queryable, userId: number): Promise<PersonSeason[]> {
  return await sql<PersonSeason[]>`
    select s.number, case when r.ranked then r.place end as place, r.equity, a.trade_count as trades
    from accounts a join seasons s on s.id = a.season_id and s.kind = 'public'
      left join results r on r.season_id = s.id and r.user_id = a.user_id
    where a.user_id = ${userId} order by s.number desc limit 50`;
}

/** Returns up to 20 other accounts used in a browser of this person, by name. Guests do not count. */
export async function accountsOfSameBrowser(
  sql: Queryable,
  userId: number,
): Promise<{ id: number; username: string }[]> {
  return await sql<{ id: number; username: string }[]>`
    select distinct u.id, u.username
    from browser_marks m join browser_marks o on o.hash = m.hash and o.user_id <> m.user_id join users u on u.id = o.user_id
    where not u.is_guest and m.user_id = ${userId} order by u.username limit 20`;
}

export type PersonNote = { id: number; note: string; author: string; at: Date };

/** @returns newest first, 50 at most */
export async function notesOf(sql: Queryable, userId: number): Promise<PersonNote[]> {
  return await sql<PersonNote[]>`
    select n.id, n.note, u.username as author, n.at from person_notes n join users u on u.id = n.author_id
    where n.user_id = ${userId} order by n.id desc limit 50`;
}

/** @param note.at epoch ms */
export async function insertNote(
  sql: Queryable,
  { userId, authorId, text, at }: { userId: number; authorId: number; text: string; at: number },
): Promise<void> {
  await sql`insert into person_notes (user_id, author_id, note, at)
    values (${userId}, ${authorId}, ${text}, ${new Date(at)})`;
}

/** Returns up to 20 accounts that have or had a name, and all their names in lower case. */
export async function findNamed(
  sql: Queryable,
  nameKey: string,
): Promise<{ ids: number[]; names: string[] }> {
  const rows = await sql<{ id: number; names: string[] }[]>`
    select u.id, array(
      select lower(u.username) union select lower(f.username) from former_names f where f.user_id = u.id) as names
    from users u where u.username_key = ${nameKey}
      or u.id in (select user_id from former_names where username_key = ${nameKey})
    order by u.id limit 20`;
  return { ids: rows.map(({ id }) => id), names: rows.flatMap(({ names }) => names) };
}
