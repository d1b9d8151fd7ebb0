/** Names people chose, had, and may not have. */
import { one, type Queryable, type Transaction } from '../../client.ts';

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
