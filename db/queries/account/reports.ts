/** Reports about traders, and the measures that staff take. Times are epoch ms of the caller's clock. */
import type { REPORT_REASONS } from '#core/contract/safety.ts';
import { type Game, gameOf } from '#core/season/game.ts';
import type { Queryable, Transaction } from '../../client.ts';

export type ReportReason = (typeof REPORT_REASONS)[number];

const DAY_MS = 86_400_000;

/**
 * Returns how long a person must wait before the next report, ms; 0 for no wait. Locks the person, so that concurrent
 * reports count each other.
 * @param most reports allowed in 24 hours
 */
export async function reportWaitMs(
  tx: Transaction,
  reporterId: number,
  { now, most }: { now: number; most: number },
): Promise<number> {
  await tx`select from users where id = ${reporterId} for update`;
  const [last] = await tx<{ createdAt: Date }[]>`select created_at as "createdAt" from reports
    where reporter_id = ${reporterId} and created_at > ${new Date(now - DAY_MS)}
    order by created_at desc offset ${most - 1} limit 1`;
  return last ? last.createdAt.getTime() + DAY_MS - now : 0;
}

/** @returns false when the reporter has an open report of this trader */
export async function insertReport(
  tx: Transaction,
  report: { reporterId: number; targetId: number; reason: ReportReason; message: string; now: number },
): Promise<boolean> {
  const { reporterId, targetId, reason, message, now } = report;
  const inserted = await tx`insert into reports (reporter_id, target_id, reason, message, created_at)
    values (${reporterId}, ${targetId}, ${reason}, ${message}, ${new Date(now)}) on conflict do nothing`;
  return inserted.count > 0;
}

/** Closes the open reports of a trader. @returns ids of the reporters */
export async function closeReports(
  tx: Transaction,
  targetId: number,
  adminId: number,
  now: number,
): Promise<number[]> {
  const rows = await tx<{ id: number | null }[]>`
    update reports set closed_at = ${new Date(now)}, closed_by = ${adminId}
    where target_id = ${targetId} and closed_at is null returning reporter_id as id`;
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}

export type StoredMeasure = {
  userId: number;
  action: string;
  reason: string;
  until: Date | null;
  at: Date;
  admin: string | null;
};

export async function insertMeasure(
  tx: Transaction,
  measure: {
    userId: number;
    adminId: number;
    action: string;
    reason: string;
    until: number | null;
    now: number;
  },
): Promise<void> {
  const { userId, adminId, action, reason, until, now } = measure;
  await tx`insert into measures (user_id, admin_id, action, reason, until, at)
    values (${userId}, ${adminId}, ${action}, ${reason}, ${until === null ? null : new Date(until)}, ${new Date(now)})`;
}

/** Suspends a user until an instant (epoch ms) or for good; null ends the suspension. */
export async function setSuspension(
  tx: Transaction,
  userId: number,
  suspension: { until: number | 'infinity'; reason: string } | null,
): Promise<void> {
  const until =
    suspension && (suspension.until === 'infinity' ? 'infinity' : new Date(suspension.until).toISOString());
  await tx`update users set suspended_until = ${until}::text::timestamptz, suspended_reason = ${suspension?.reason ?? null}
    where id = ${userId}`;
}

/** Sets why a user must choose another name; null withdraws the demand. */
export async function setNameFault(tx: Transaction, userId: number, fault: string | null): Promise<void> {
  await tx`update users set name_fault = ${fault} where id = ${userId}`;
}

/**
 * Ends expired suspensions. In the waiting or running public season, disqualifies suspended traders, and ends the
 * disqualification of a trader whose suspension has ended. An ended season keeps its disqualifications.
 */
export async function settleSuspensions(tx: Transaction, now: number): Promise<void> {
  const nowDate = new Date(now);
  await tx`update users set suspended_until = null, suspended_reason = null where suspended_until <= ${nowDate}`;
  await tx`delete from disqualifications d using seasons s, users u
    where d.kind = 'suspended' and s.id = d.season_id and s.status in ('waiting', 'active') and s.kind = 'public' and u.id = d.user_id
      and u.suspended_until is null`;
  await tx`insert into disqualifications (season_id, user_id, reason, kind)
    select s.id, u.id, 'account suspended', 'suspended' from users u
    join accounts a on a.user_id = u.id join seasons s on s.id = a.season_id and s.status in ('waiting', 'active')
      and s.kind = 'public'
    where u.suspended_until > ${nowDate} on conflict do nothing`;
}

/** Returns suspended traders with working opening orders, once per running game. */
export async function suspendedWhoWait(
  sql: Queryable,
  now: number,
): Promise<{ userId: number; game: Game }[]> {
  const rows = await sql<{ userId: number; seasonId: number }[]>`
    select distinct u.id as "userId", s.id as "seasonId" from users u
      join orders o on o.user_id = u.id and o.final_at is null and o.action in ('buy', 'short')
      join seasons s on s.id = o.season_id and s.status = 'active'
    where u.suspended_until > ${new Date(now)}`;
  return rows.map(({ userId, seasonId }) => ({ userId, game: gameOf(seasonId) }));
}

type BarredTrader = {
  userId: number;
  username: string;
  suspendedUntil: Date | null;
  nameFault: string | null;
};
/** `count`: open reports. `oldestAt`: when the first of them was made. */
type ReportedTrader = BarredTrader & { count: number; oldestAt: Date };

/** Returns traders with open reports, oldest report first. */
export async function reportedTraders(sql: Queryable, limit: number): Promise<ReportedTrader[]> {
  return await sql<ReportedTrader[]>`
    select u.id as "userId", u.username, count(*)::integer as count, min(r.created_at) as "oldestAt",
      u.suspended_until as "suspendedUntil", u.name_fault as "nameFault"
    from reports r join users u on u.id = r.target_id where r.closed_at is null
    group by u.id order by min(r.created_at), u.id limit ${limit}`;
}

export type OpenReport = {
  targetId: number;
  reason: ReportReason;
  message: string;
  at: Date;
  reporter: string | null;
};

/** Returns the open reports of some traders, oldest first. */
export async function openReports(sql: Queryable, targetIds: readonly number[]): Promise<OpenReport[]> {
  return await sql<OpenReport[]>`
    select r.target_id as "targetId", r.reason, r.message, r.created_at as at, u.username as reporter
    from reports r left join users u on u.id = r.reporter_id
    where r.target_id = any(${targetIds as number[]}) and r.closed_at is null order by r.created_at`;
}

/** Returns the newest 20 measures about each user, newest first. */
export async function measuresOf(sql: Queryable, userIds: readonly number[]): Promise<StoredMeasure[]> {
  return await sql<StoredMeasure[]>`
    select m.user_id as "userId", m.action, m.reason, m.until, m.at, u.username as admin
    from users target cross join lateral (
      select * from measures where user_id = target.id order by id desc limit 20
    ) m left join users u on u.id = m.admin_id
    where target.id = any(${userIds as number[]}) order by m.id desc`;
}

/** Returns up to 100 suspended traders and traders with an objectionable name, ordered by id. */
export async function barredTraders(sql: Queryable): Promise<BarredTrader[]> {
  return await sql<BarredTrader[]>`
    select id as "userId", username, suspended_until as "suspendedUntil", name_fault as "nameFault"
    from users where (suspended_until is not null or name_fault is not null) and deleted_at is null
    order by id limit 100`;
}
