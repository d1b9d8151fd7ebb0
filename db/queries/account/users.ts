/** Accounts, unique by `username_key`: names, former names and cash. */
import type { Locale } from '#core/locale/locale.ts';
import { type Game, seasonIdOfGame } from '#core/season/game.ts';
import { one, type Queryable, type Transaction } from '../../client.ts';

export type UserRow = {
  id: number;
  username: string;
  is_admin: boolean;
  locale: Locale | null;
};
export type CredentialRow = UserRow & { password_hash: string | null; ways_ended_at: Date | null };

/** Returns a user with the password hash, by name key; null for simulated traders and guests, who cannot sign in. */
export async function findCredential(sql: Queryable, usernameKey: string) {
  const [row] = await sql<CredentialRow[]>`
    select id, username, is_admin, locale, password_hash, ways_ended_at from users
    where username_key = ${usernameKey} and not is_simulated and not is_guest`;
  return row ?? null;
}

export async function findByDiscord(sql: Queryable, discordId: string) {
  const [row] = await sql<(UserRow & { ways_ended_at: Date | null })[]>`
    select id, username, is_admin, locale, ways_ended_at from users where discord_id = ${discordId}`;
  return row ?? null;
}

/** Returns the number of traders' accounts up to and including this one. */
export async function seatOf(sql: Queryable, id: number): Promise<number> {
  return one(
    await sql<{ seat: number }[]>`
      select count(*)::int as seat from users where id <= ${id} and not is_admin and not is_guest`,
  ).seat;
}

export async function findUser(sql: Queryable, id: number) {
  const [row] = await sql<UserRow[]>`
    select id, username, is_admin, locale from users where id = ${id}`;
  return row ?? null;
}

/** @returns null for an unknown account */
export async function registeredAt(sql: Queryable, id: number): Promise<Date | null> {
  const [row] = await sql<{ createdAt: Date }[]>`
    select created_at as "createdAt" from users where id = ${id}`;
  return row?.createdAt ?? null;
}

/** True when the user may not act: leaving, suspended, or in need of another name (core/account/visitor.ts). */
export async function isRestricted(sql: Queryable, id: number): Promise<boolean> {
  const rows = await sql`select from users where id = ${id}
    and (leaves_at is not null or name_fault is not null or suspended_until > now())`;
  return rows.length > 0;
}

export async function hasAdmin(sql: Queryable): Promise<boolean> {
  return (await sql`select from users where is_admin and deleted_at is null limit 1`).length > 0;
}

/** Inserts a user and their progress. @returns null when the name or the Discord account is taken */
export async function insertUser(
  sql: Queryable,
  user: {
    username: string;
    usernameKey: string;
    passwordHash: string | null;
    discordId: string | null;
    isAdmin: boolean;
    isGuest?: boolean;
    locale: Locale | null;
  },
): Promise<UserRow | null> {
  const [row] = await sql<UserRow[]>`
    with person as (
      insert into users (username, username_key, password_hash, discord_id, is_admin, is_guest, locale)
      values (${user.username}, ${user.usernameKey}, ${user.passwordHash}, ${user.discordId}, ${user.isAdmin},
        ${user.isGuest ?? false}, ${user.locale})
      on conflict do nothing
      returning id, username, is_admin, locale
    ), progressed as (
      insert into progress (user_id) select id from person
    )
    select * from person`;
  return row ?? null;
}

/**
 * Turns a guest's account into a trader's, with a name and a way to sign in.
 * @returns null when another request has already converted or removed the guest
 * @throws a unique violation when the name or the Discord account is taken
 */
export async function keepGuest(
  sql: Queryable,
  id: number,
  user: {
    username: string;
    usernameKey: string;
    passwordHash: string | null;
    discordId: string | null;
    locale: Locale | null;
  },
): Promise<UserRow | null> {
  const [row] = await sql<UserRow[]>`
    update users set username = ${user.username}, username_key = ${user.usernameKey}, password_hash = ${user.passwordHash},
      discord_id = ${user.discordId}, locale = coalesce(${user.locale}, locale), is_guest = false, created_at = now()
    where id = ${id} and is_guest
    returning id, username, is_admin, locale`;
  return row ?? null;
}

/** Sets a password hash, with `makeAdmin` also admin rights. */
export async function updatePassword(
  sql: Queryable,
  id: number,
  passwordHash: string,
  makeAdmin: boolean,
): Promise<void> {
  await sql`
    update users set password_hash = ${passwordHash}, is_admin = is_admin or ${makeAdmin},
      role_since = case when ${makeAdmin} and not is_admin then now() else role_since end
    where id = ${id}`;
}

export async function setLocale(sql: Queryable, id: number, locale: Locale) {
  await sql`update users set locale = ${locale} where id = ${id} and locale is distinct from ${locale}`;
}

/** The rest of a query for the user's account in a game; `season` is the newest season with an account. */
const ofGame = (sql: Queryable, game: Game) =>
  game === 'season'
    ? sql`and season_id > 0 order by season_id desc limit 1`
    : sql`and season_id = ${seasonIdOfGame(game)}`;

/** @returns dollars as a decimal string; "0.00" without an account */
export async function findBalance(sql: Queryable, userId: number, game: Game = 'season'): Promise<string> {
  const { cash } = one(
    await sql<{ cash: string }[]>`
      select coalesce(
        (select cash from accounts where user_id = ${userId} ${ofGame(sql, game)}), 0.00
      ) as cash`,
  );
  return cash;
}

/** `available`: free cash. `held`: cash that working orders hold. Dollars as decimal strings. */
export type HeldByOrders = { available: string; held: string; liveOrders: number };

export async function findHeld(sql: Queryable, userId: number, game: Game = 'season'): Promise<HeldByOrders> {
  const [row] = await sql<HeldByOrders[]>`
    select (cash - held)::text as available, held::text, live_orders as "liveOrders"
    from accounts where user_id = ${userId} ${ofGame(sql, game)}`;
  return row ?? { available: '0.00', held: '0.00', liveOrders: 0 };
}

/** How long a former name stays reserved for its owner. */
const RESERVED = '90 days';

/**
 * True when a name's key is reserved: for 90 days after its owner took another name, for ever after a deletion.
 * @param userId the user who wants the name; their own former names are free to them
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

/**
 * Locks the user's row and returns when their name changed, newest first. `isForced` is true in all rows while staff
 * demand another name.
 */
export async function nameChanges(
  tx: Transaction,
  userId: number,
): Promise<{ at: Date; isForced: boolean }[]> {
  const { forced } = one(
    await tx<{ forced: boolean }[]>`
      select name_fault is not null as forced from users where id = ${userId} for update`,
  );
  const rows = await tx<{ changedAt: Date }[]>`
    select changed_at as "changedAt" from former_names where user_id = ${userId} order by changed_at desc`;
  return rows.map(({ changedAt }) => ({ at: changedAt, isForced: forced }));
}

/** Renames a user and stores the former name. @throws a unique violation when the name is taken */
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

export type FormerName = { userId: number; username: string; changedAt: Date };

/** Returns the former names of some users, newest first. */
export async function formerNames(sql: Queryable, userIds: readonly number[]): Promise<FormerName[]> {
  return await sql<
    FormerName[]
  >`select user_id as "userId", username, changed_at as "changedAt" from former_names
    where user_id = any(${userIds as number[]}) order by changed_at desc`;
}

/** A younger guest is not removed, because a new guest's session is stored after the account. */
const GRACE = '1 minute';

/**
 * Returns up to 100 guests, older than GRACE, without an unexpired session that was used after `idleSince`.
 * @param now epoch ms @param idleSince epoch ms
 */
export async function idleGuests(sql: Queryable, now: number, idleSince: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from users u
    where is_guest and created_at < ${new Date(now)}::timestamptz - ${GRACE}::interval and not exists (
      select from sessions s where s.user_id = u.id and s.expires_at > ${new Date(now)} and s.last_seen_at > ${new Date(idleSince)})
    order by id limit 100`;
  return rows.map(({ id }) => id);
}

export async function hasWorkingOrders(sql: Queryable, userId: number): Promise<boolean> {
  return (await sql`select from accounts where user_id = ${userId} and live_orders > 0`).length > 0;
}

/**
 * Deletes a guest and the guest's rows. No other row refers to them, because practice has no leaderboard and no proof.
 * @returns false when the guest has become a trader, is removed, or has working orders
 */
export async function deleteGuest(tx: Transaction, userId: number): Promise<boolean> {
  const guest = await tx`select from users where id = ${userId} and is_guest for update`;
  if (guest.length === 0) return false;
  await tx`select from accounts where user_id = ${userId} for update`;
  if (await hasWorkingOrders(tx, userId)) return false;
  await tx`delete from closed_trades where user_id = ${userId}`;
  await tx`delete from order_reasons where user_id = ${userId}`;
  await tx`delete from orders where user_id = ${userId}`;
  await tx`delete from order_events where user_id = ${userId}`;
  await tx`delete from fills where user_id = ${userId}`;
  await tx`delete from position_splits where user_id = ${userId}`;
  await tx`delete from position_dividends where user_id = ${userId}`;
  await tx`delete from positions where user_id = ${userId}`;
  await tx`delete from ledger where user_id = ${userId}`;
  await tx`delete from accounts where user_id = ${userId}`;
  await tx`delete from idempotency_keys where user_id = ${userId}`;
  await tx`delete from notifications where user_id = ${userId}`;
  await tx`delete from first_steps where user_id = ${userId}`;
  await tx`delete from progress where user_id = ${userId}`;
  // sessions, browser marks and charts are deleted with the account
  await tx`delete from users where id = ${userId}`;
  return true;
}
