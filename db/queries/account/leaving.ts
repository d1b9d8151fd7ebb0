/** The deletion of an account: request, withdrawal and execution. Times are epoch ms of the caller's clock. */
import type { Queryable, Transaction } from '../../client.ts';
import { type InheritedLeague, leaveLeagues, lockLeaguesOf } from '../leagues/members.ts';
import { deleteFactor } from './second-factor.ts';

/** @param leavesAt when the account is to be deleted; null withdraws the request */
export async function setLeaving(sql: Queryable, userId: number, leavesAt: number | null): Promise<void> {
  await sql`update users set leaves_at = ${leavesAt === null ? null : new Date(leavesAt)} where id = ${userId}`;
}

/** Returns up to 100 accounts whose deletion is due and who have no open prize. */
export async function dueToLeave(sql: Queryable, now: number): Promise<{ id: number; username: string }[]> {
  return await sql<{ id: number; username: string }[]>`
    select id, username from users u where leaves_at <= ${new Date(now)} and not exists (select from season_awards w
      where w.user_id = u.id and w.status in ('provisional', 'offered', 'claimed')) order by id limit 100`;
}

/**
 * Replaces a user's name and removes their personal rows. Fills, ledger and results stay, because other traders'
 * places and the seasons' proofs depend on them. Disqualifies the trader in a waiting or running season. Invalidates
 * sign-ins in progress.
 * @returns the leagues of the user that have a new owner; null when the deletion is not due, because the user withdrew
 * it or another process has carried it out
 * @throws a unique violation when the new name is taken
 */
export async function anonymise(
  tx: Transaction,
  userId: number,
  name: { username: string; usernameKey: string },
  now: number,
): Promise<InheritedLeague[] | null> {
  // every transaction locks leagues before the person; the lock also keeps an heir from leaving meanwhile
  await lockLeaguesOf(tx, userId);
  const due = await tx`select from users where id = ${userId} and leaves_at <= ${new Date(now)} for update`;
  if (due.length === 0) return null;
  await renameInLog(tx, userId, name.username);
  await retireNames(tx, userId);
  await tx`update users set username = ${name.username}, username_key = ${name.usernameKey}, password_hash = null,
      password_changed_at = null, discord_id = null, email = null, locale = null, leaves_at = null,
      member_read_at = null, member_until = null,
      suspended_until = null, suspended_reason = null, name_fault = null, deleted_at = ${new Date(now)},
      ways_ended_at = ${new Date(now)}
    where id = ${userId}`;
  const inherited = await leaveLeagues(tx, userId, now);
  await deletePersonalRows(tx, userId);
  await blankTexts(tx, userId);
  await tx`insert into disqualifications (season_id, user_id, reason, kind)
    select s.id, a.user_id, 'account deleted', 'deleted'
    from seasons s join accounts a on a.season_id = s.id where a.user_id = ${userId} and s.status in ('waiting', 'active')
      and s.kind = 'public'
    on conflict (season_id, user_id) do update set reason = excluded.reason, kind = excluded.kind
    where disqualifications.kind = 'suspended'`;
  return inherited;
}

/**
 * Replaces a user's names in the audit log and in the leagues' changes of owner. Replaces a name only in rows from the
 * time in which the user had it, because other users may have had the name 90 days earlier or later. The extra hour
 * covers transactions that ran during a rename.
 */
async function renameInLog(tx: Transaction, userId: number, newName: string): Promise<void> {
  const names = tx`
    select username, coalesce(lag(until) over (order by until), created_at) - interval '1 hour' as since,
      until + interval '1 hour' as until
    from (select username, created_at, 'infinity'::timestamptz as until from users where id = ${userId}
      union all select f.username, u.created_at, f.changed_at from former_names f join users u on u.id = f.user_id
        where u.id = ${userId}) every_name`;
  await tx`update audit set before = jsonb_set(before, '{username}', to_jsonb(${newName}::text))
    from (${names}) n where before->>'username' = n.username and at between n.since and n.until`;
  await tx`update audit set after = jsonb_set(after, '{username}', to_jsonb(${newName}::text))
    from (${names}) n where after->>'username' = n.username and at between n.since and n.until`;
  for (const side of [tx`before`, tx`after`])
    await tx`update league_changes set ${side} = ${newName}
      from (${names}) n where field = 'owner' and ${side} = n.username and at between n.since and n.until`;
}

async function retireNames(tx: Transaction, userId: number): Promise<void> {
  await tx`insert into retired_names (key_hash)
    select sha256(convert_to(k, 'UTF8')) from (
      select username_key as k from users where id = ${userId}
      union select username_key from former_names where user_id = ${userId}) names
    on conflict do nothing`;
  await tx`delete from former_names where user_id = ${userId}`;
}

async function deletePersonalRows(tx: Transaction, userId: number): Promise<void> {
  await tx`delete from sessions where user_id = ${userId}`;
  await tx`delete from recovery_codes where user_id = ${userId}`;
  await deleteFactor(tx, userId);
  await tx`delete from mailed_links where user_id = ${userId}`;
  await tx`delete from browser_marks where user_id = ${userId}`;
  await tx`delete from person_notes where user_id = ${userId}`;
  await tx`delete from notifications where user_id = ${userId}`;
  await tx`update season_awards set claim = null, paid_note = null where user_id = ${userId}`;
  await tx`update season_decisions set reason = null where user_id = ${userId} and kind <> 'disqualify'`;
  await tx`delete from kept_charts where user_id = ${userId}`;
  await tx`delete from order_reasons where user_id = ${userId}`;
  await tx`delete from first_steps where user_id = ${userId}`;
  await tx`delete from idempotency_keys where user_id = ${userId}`;
  await tx`insert into page_readers (user_id, readers) values (${userId}, 'nobody')
    on conflict (user_id) do update set readers = 'nobody'`;
  await tx`delete from active_items where user_id = ${userId}`;
  await tx`update fills set mark_id = null where user_id = ${userId} and mark_id is not null`;
}

async function blankTexts(tx: Transaction, userId: number): Promise<void> {
  await tx`update contact_messages set name = '-', email = '---', phone = '-', subject = '-', message = '-'
    where user_id = ${userId}`;
  await tx`delete from contact_replies where user_id = ${userId}`;
  await tx`update contact_messages set assigned_to = null where assigned_to = ${userId}`;
  await tx`update reports set message = '', closed_at = coalesce(closed_at, now()) where target_id = ${userId}`;
  await tx`update reports set message = '', reporter_id = null where reporter_id = ${userId}`;
  await tx`update measures set reason = '-' where user_id = ${userId}`;
}
