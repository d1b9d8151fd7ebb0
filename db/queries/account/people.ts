/** Accounts as admins look for them and look at them. */
import type { AccountRole } from '#core/account/permissions.ts';
import type { RestrictionRow } from '#core/account/visitor.ts';
import type { PeopleTab } from '#core/contract/account.ts';
import type { Queryable } from '../../client.ts';
import { roleColumn } from './roles.ts';

/** A line of the list of people. */
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

/** What people are looked for by. */
export type PeopleSearch = {
  /** Key of the beginning of a present or former name; null lists everybody. */
  nameKey: string | null;
  /** The whole text, for an e-mail address, a Discord id or an account's number. */
  text: string;
  tab: PeopleTab;
};

/** Of more names with the same beginning the first ones by name are searched: an exact name is always among them. */
const MOST_NAMES = 1_000;

/** Returns people, the newest account first. */
export async function listPeople(
  sql: Queryable,
  { nameKey, text, tab }: PeopleSearch,
  page: { offset: number; limit: number },
): Promise<PersonLine[]> {
  const people = nameKey === null ? sql`users u` : matchesOf(sql, { nameKey, text, tab });
  // the first condition is that of a partial index
  const isInTab = {
    // a search also finds simulated traders, which the list of the newest leaves out
    newest: nameKey === null ? sql`not u.is_simulated` : sql`true`,
    suspended: sql`(u.suspended_until is not null or u.name_fault is not null)
      and (u.suspended_until > now() or u.name_fault is not null)`,
    staff: sql`(u.is_admin or u.is_moderator)`,
  }[tab];
  return await sql<PersonLine[]>`
    select ${columns(sql)} from ${people} where ${isInTab}
    order by u.id desc offset ${page.offset} limit ${page.limit}`;
}

/** Returns the users `u` that a search finds. The lists of the suspended and the staff are short, and looked through whole. */
function matchesOf(sql: Queryable, { nameKey, text, tab }: PeopleSearch & { nameKey: string }) {
  const end = `${nameKey}\u{10ffff}`;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : null;
  if (tab !== 'newest')
    return sql`(
      select * from users u where (u.username_key ~>=~ ${nameKey} and u.username_key ~<~ ${end})
        or exists (select from former_names f
          where f.user_id = u.id and f.username_key ~>=~ ${nameKey} and f.username_key ~<~ ${end})
        or lower(u.email) = lower(${text}) or u.discord_id = ${text} or u.id = ${number}) u`;
  return sql`(
      (select id from users where username_key ~>=~ ${nameKey} and username_key ~<~ ${end}
        order by username_key using ~<~ limit ${MOST_NAMES})
      union (select user_id from former_names where username_key ~>=~ ${nameKey} and username_key ~<~ ${end}
        order by username_key using ~<~ limit ${MOST_NAMES})
      union select id from users where lower(email) = lower(${text})
      union select id from users where discord_id = ${text}
      union select id from users where id = ${number}) m join users u on u.id = m.id`;
}

export type Person = PersonLine & { email: string | null; hasDiscord: boolean; lastSeenAt: Date | null };

/** Returns a person; null when there is no such account. */
export async function findPerson(sql: Queryable, id: number): Promise<Person | null> {
  const [row] = await sql<Person[]>`
    select ${columns(sql)}, u.email, u.discord_id is not null as "hasDiscord",
      (select max(last_seen_at) from browser_marks m where m.user_id = u.id) as "lastSeenAt"
    from users u where u.id = ${id}`;
  return row ?? null;
}

/** A season a person took part in, with its final place; null while it runs, or without one. */
export type PersonSeason = { number: number; place: number | null; equity: string | null; trades: number };

/** Returns the seasons a person has an account in, newest first. */
export async function seasonsOf(sql: Queryable, userId: number): Promise<PersonSeason[]> {
  return await sql<PersonSeason[]>`
    select s.number, case when r.ranked then r.place end as place, r.equity, a.trade_count as trades
    from accounts a join seasons s on s.id = a.season_id
      left join results r on r.season_id = s.id and r.user_id = a.user_id
    where a.user_id = ${userId} order by s.number desc limit 50`;
}

/** Returns up to 20 other accounts that were used in a browser of this person, by name. */
export async function accountsOfSameBrowser(
  sql: Queryable,
  userId: number,
): Promise<{ id: number; username: string }[]> {
  return await sql<{ id: number; username: string }[]>`
    select distinct u.id, u.username
    from browser_marks m join browser_marks o on o.hash = m.hash and o.user_id <> m.user_id join users u on u.id = o.user_id
    where m.user_id = ${userId} order by u.username limit 20`;
}

export type PersonNote = { id: number; note: string; author: string; at: Date };

/** Returns the newest 50 notes about a person, newest first. */
export async function notesOf(sql: Queryable, userId: number): Promise<PersonNote[]> {
  return await sql<PersonNote[]>`
    select n.id, n.note, u.username as author, n.at from person_notes n join users u on u.id = n.author_id
    where n.user_id = ${userId} order by n.id desc limit 50`;
}

/** Stores a note about a person. @param note.at epoch ms */
export async function insertNote(
  sql: Queryable,
  { userId, authorId, text, at }: { userId: number; authorId: number; text: string; at: number },
): Promise<void> {
  await sql`insert into person_notes (user_id, author_id, note, at)
    values (${userId}, ${authorId}, ${text}, ${new Date(at)})`;
}
