/** People: one row each, unique by `username_key`. */

import type { Locale } from '#core/locale/locale.ts';
import { one, type Queryable, type Transaction } from '../../client.ts';

export type UserRow = {
  id: number;
  username: string;
  is_admin: boolean;
  locale: Locale | null;
};
export type CredentialRow = UserRow & { password_hash: string | null; ways_ended_at: Date | null };

/** The user of a key with the password hash; simulated traders cannot sign in and are not found. */
export async function findCredential(sql: Queryable, usernameKey: string) {
  const [row] = await sql<CredentialRow[]>`
    select id, username, is_admin, locale, password_hash, ways_ended_at from users
    where username_key = ${usernameKey} and not is_simulated`;
  return row ?? null;
}

/** The user a Discord account (its id) belongs to. */
export async function findByDiscord(sql: Queryable, discordId: string) {
  const [row] = await sql<(UserRow & { ways_ended_at: Date | null })[]>`
    select id, username, is_admin, locale, ways_ended_at from users where discord_id = ${discordId}`;
  return row ?? null;
}

export async function findUser(sql: Queryable, id: number) {
  const [row] = await sql<UserRow[]>`select id, username, is_admin, locale from users where id = ${id}`;
  return row ?? null;
}

/** When the account was made. */
export async function registeredAt(sql: Queryable, id: number): Promise<Date | null> {
  const [row] = await sql<{ at: Date }[]>`select created_at as at from users where id = ${id}`;
  return row?.at ?? null;
}

/** Whether something keeps the user from acting: core/account/restriction.ts says what. */
export async function isRestricted(sql: Queryable, id: number): Promise<boolean> {
  const rows = await sql`select from users where id = ${id}
    and (leaves_at is not null or name_fault is not null or suspended_until > now())`;
  return rows.length > 0;
}

export async function hasAdmin(sql: Queryable): Promise<boolean> {
  return (await sql`select from users where is_admin and deleted_at is null limit 1`).length > 0;
}

/** A new user with their progress row, in one statement. @returns null when the name or the Discord account is taken */
export async function insertUser(
  sql: Queryable,
  user: {
    username: string;
    usernameKey: string;
    passwordHash: string | null;
    discordId: string | null;
    isAdmin: boolean;
    locale: Locale | null;
  },
): Promise<UserRow | null> {
  const [row] = await sql<UserRow[]>`
    with person as (
      insert into users (username, username_key, password_hash, discord_id, is_admin, locale)
      values (${user.username}, ${user.usernameKey}, ${user.passwordHash}, ${user.discordId}, ${user.isAdmin}, ${user.locale})
      on conflict do nothing
      returning id, username, is_admin, locale
    ), progressed as (
      insert into progress (user_id) select id from person
    )
    select * from person`;
  return row ?? null;
}

/** A new password, and admin rights too with `makeAdmin`. @returns null when nobody signs in by this key */
export async function updatePassword(
  sql: Queryable,
  id: number,
  passwordHash: string,
  makeAdmin: boolean,
): Promise<void> {
  await sql`
    update users set password_hash = ${passwordHash}, is_admin = is_admin or ${makeAdmin} where id = ${id}`;
}

export async function setLocale(sql: Queryable, id: number, locale: Locale) {
  await sql`update users set locale = ${locale} where id = ${id} and locale is distinct from ${locale}`;
}

/** Cash in the newest season the user has an account in, a decimal string; "0.00" before the first. */
export async function findBalance(sql: Queryable, userId: number): Promise<string> {
  const { cash } = one(
    await sql<{ cash: string }[]>`
      select coalesce(
        (select cash from accounts where user_id = ${userId} order by season_id desc limit 1), 0.00
      ) as cash`,
  );
  return cash;
}

/** Cash of the newest account that is free and that working orders hold (dollars, decimal strings), and how many orders. */
export type HeldByOrders = { available: string; held: string; liveOrders: number };

export async function findHeld(sql: Queryable, userId: number): Promise<HeldByOrders> {
  const [row] = await sql<HeldByOrders[]>`
    select (cash - held)::text as available, held::text, live_orders as "liveOrders"
    from accounts where user_id = ${userId} order by season_id desc limit 1`;
  return row ?? { available: '0.00', held: '0.00', liveOrders: 0 };
}

/** Names people chose, had, and may not have. */

/** How long a name somebody gave up is theirs. */
const RESERVED = '90 days';

/**
 * Whether a name's key is reserved by an earlier owner: for a time after they changed it, for ever after their account
 * was deleted.
 * @param userId who wants it: may have their own former name back
 */
export async function isNameHeld(
  sql: Queryable,
  usernameKey: string,
  userId: number | null,
): Promise<boolean> {
  const { held } = one(
    await sql<{ held: boolean }[]>`
      select exists (select from former_names where username_key = ${usernameKey}
          and changed_at > now() - ${RESERVED}::interval and user_id is distinct from ${userId})
        or exists (select from retired_names where key_hash = sha256(convert_to(${usernameKey}, 'UTF8'))) as held`,
  );
  return held;
}

/** When a person's names changed, the newest first; their row is locked. */
export async function nameChanges(
  tx: Transaction,
  userId: number,
): Promise<{ at: Date; isForced: boolean }[]> {
  const { forced } = one(
    await tx<{ forced: boolean }[]>`
      select name_fault is not null as forced from users where id = ${userId} for update`,
  );
  const rows = await tx<{ at: Date }[]>`
    select changed_at as at from former_names where user_id = ${userId} order by changed_at desc`;
  return rows.map(({ at }) => ({ at, isForced: forced }));
}

/** Gives a person another name; the old one is kept for them. Throws a unique violation when it is taken. */
export async function changeName(
  tx: Transaction,
  userId: number,
  name: { username: string; usernameKey: string },
): Promise<void> {
  await tx`insert into former_names (user_id, username, username_key)
    select id, username, username_key from users where id = ${userId}`;
  await tx`update users set username = ${name.username}, username_key = ${name.usernameKey}, name_fault = null
    where id = ${userId}`;
}

export type FormerName = { username: string; changedAt: Date };

export async function formerNames(sql: Queryable, userId: number): Promise<FormerName[]> {
  return await sql<FormerName[]>`select username, changed_at as "changedAt" from former_names
    where user_id = ${userId} order by changed_at desc`;
}
