/** The second factor: the secret of an authenticator app, and when the user confirmed it. Times are epoch ms. */
import type { Queryable } from '../../client.ts';
import type { UserRow } from './users.ts';

/** The secret is encrypted if `isSealed`. */
export type StoredSecret = { secret: Uint8Array; isSealed: boolean };
export type FactorRow = StoredSecret &
  UserRow & {
    confirmedAt: Date | null;
    ways_ended_at: Date | null;
    codesLeft: number;
  };

/** @returns null without a factor */
export async function readFactor(sql: Queryable, userId: number): Promise<FactorRow | null> {
  const [row] = await sql<FactorRow[]>`
    select u.id, u.username, u.is_admin, u.locale, u.ways_ended_at, f.secret, f.is_sealed as "isSealed",
      f.confirmed_at as "confirmedAt",
      (select count(*)::int from factor_codes c where c.user_id = u.id and c.used_at is null) as "codesLeft"
    from second_factors f join users u on u.id = f.user_id where f.user_id = ${userId}`;
  return row ?? null;
}

/** Stores the secret of a factor during the set-up. @returns false when a factor is confirmed already */
export async function beginFactor(
  sql: Queryable,
  userId: number,
  { secret, isSealed }: StoredSecret,
): Promise<boolean> {
  const { count } = await sql`
    insert into second_factors as f (user_id, secret, is_sealed) values (${userId}, ${secret}, ${isSealed})
    on conflict (user_id) do update set secret = excluded.secret, is_sealed = excluded.is_sealed, last_step = 0
    where f.confirmed_at is null`;
  return count > 0;
}

/**
 * Records that the user used the code of a time step, and stores the secret again.
 * @returns false when the code of this or a later step was used before
 */
export async function takeStep(
  sql: Queryable,
  userId: number,
  step: number,
  { secret, isSealed }: StoredSecret,
): Promise<boolean> {
  const { count } = await sql`
    update second_factors set last_step = ${step}, secret = ${secret}, is_sealed = ${isSealed}
    where user_id = ${userId} and last_step < ${step}`;
  return count > 0;
}

export async function confirmFactor(sql: Queryable, userId: number, now: number): Promise<void> {
  await sql`update second_factors set confirmed_at = ${new Date(now)} where user_id = ${userId}`;
}

/** Deletes the factor with its recovery codes. @returns false without a confirmed factor */
export async function deleteFactor(tx: Queryable, userId: number): Promise<boolean> {
  await tx`delete from factor_codes where user_id = ${userId}`;
  const rows = await tx<{ isOn: boolean }[]>`
    delete from second_factors where user_id = ${userId} returning confirmed_at is not null as "isOn"`;
  return rows.some(({ isOn }) => isOn);
}
