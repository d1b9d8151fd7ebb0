/** Admins' decisions about a finished season, and the awards of its winners. */
import { CENT_DIGITS, readDecimal, writeDecimal } from '#core/money/money.ts';
import {
  type Award,
  type DecisionKind,
  type Eligibility,
  type PlacedRow,
  TOO_FEW_TRADES,
  type WinnerDecision,
} from '#core/season/awards.ts';
import { CLAIM_DAYS, CONTACT_DAYS } from '#core/season/review.ts';
import type { Queryable } from '../../client.ts';
import { marksWithoutGuests } from '../account/browser-marks.ts';
import type { StoredSecret } from '../account/second-factor.ts';

export type NewDecision = WinnerDecision & {
  seasonId: number;
  reason: string | null;
  isPublic: boolean;
  /** Null for the server. */
  adminId: number | null;
  at: Date;
};

export async function insertDecision(sql: Queryable, row: NewDecision): Promise<void> {
  await sql`
    insert into season_decisions (season_id, kind, user_id, reason, is_public, place, amount, admin_id, at)
    values (${row.seasonId}, ${row.kind}, ${row.userId}, ${row.reason}, ${row.isPublic}, ${row.paid?.place ?? null},
      ${row.paid && writeAgorot(row.paid.amount)}, ${row.adminId}, ${row.at})`;
}

/** Copies the disqualifications of an ending season as its first decisions. */
export async function copyDisqualifications(sql: Queryable, seasonId: number, endedAt: Date): Promise<void> {
  await sql`
    insert into season_decisions (season_id, kind, user_id, reason, is_public, admin_id, at)
    select season_id, 'disqualify', user_id, reason, true, admin_id, ${endedAt} from disqualifications
    where season_id = ${seasonId} order by at, user_id`;
}

/**
 * Stores a `no_prize` decision for every trader with a place and fewer trades, or fewer days with trades, than the
 * season requires.
 * @param lifted stores a decision for this trader alone, whose place this admin has restored
 */
export async function withholdFromFewTrades(
  sql: Queryable,
  season: { id: number } & Eligibility,
  at: Date,
  lifted: { userId: number; adminId: number | null } | null = null,
): Promise<void> {
  if (season.leastTrades === 0 && season.leastDays === 0) return;
  await sql`
    insert into season_decisions (season_id, kind, user_id, reason, is_public, admin_id, at)
    select r.season_id, 'no_prize', r.user_id, ${TOO_FEW_TRADES}, true, ${lifted?.adminId ?? null}, ${at} from results r
    where r.season_id = ${season.id} and r.ranked and (r.trade_count < ${season.leastTrades} or ${season.leastDays} > (
      select count(distinct (f.filled_at at time zone 'UTC')::date) from fills f
      where f.season_id = r.season_id and f.user_id = r.user_id and coalesce(f.reason, 'reverse') = 'reverse'))
      ${lifted ? sql`and r.user_id = ${lifted.userId}` : sql``}
    order by r.row_number`;
}

/** `username` and `admin` are names. */
export type StoredDecision = WinnerDecision & {
  at: Date;
  /** Null for a confirmation. */
  username: string | null;
  reason: string | null;
  isPublic: boolean;
  /** Null for the server. */
  admin: string | null;
};

/** @returns oldest first */
export async function seasonDecisions(sql: Queryable, seasonId: number): Promise<StoredDecision[]> {
  type Raw = Omit<StoredDecision, 'paid'> & {
    kind: DecisionKind;
    place: number | null;
    amount: string | null;
  };
  const rows = await sql<Raw[]>`
    select d.kind, d.user_id as "userId", d.place, d.amount, d.at, u.username, d.reason, d.is_public as "isPublic",
      a.username as admin
    from season_decisions d left join users u on u.id = d.user_id left join users a on a.id = d.admin_id
    where d.season_id = ${seasonId} order by d.id`;
  return rows.map(({ place, amount, ...row }) => ({
    ...row,
    paid: place === null || amount === null ? null : { place, amount: readAgorot(amount) },
  }));
}

/** Returns the first `most` rows of a final table with a place, and all rows that share the last of these places. */
export async function placedRows(sql: Queryable, seasonId: number, most: number): Promise<PlacedRow[]> {
  return await sql<PlacedRow[]>`
    select user_id as "userId", place from results where season_id = ${seasonId} and ranked and place <= coalesce(
      (select place from results where season_id = ${seasonId} and ranked order by row_number offset ${most - 1} limit 1),
      2147483647)
    order by row_number`;
}

/** The statuses in the sequence that an award goes through. The last three end an award without a payment. */
export type AwardStatus =
  | 'provisional'
  | 'offered'
  | 'claimed'
  | 'paid'
  | 'declined'
  | 'lapsed'
  | 'withdrawn';

/** `previous`: earlier amount and status; null for a new award. */
type ChangedAward = {
  userId: number;
  amount: bigint;
  status: AwardStatus;
  previous: { amount: bigint; status: AwardStatus } | null;
};

/**
 * Replaces the awards of a season. Before the confirmation, deletes open awards that are not in `awards`. After the
 * confirmation, marks such awards `withdrawn`, and offers new and returning winners their prizes. An offer to a deleted
 * account lapses at once.
 * @returns the changed awards
 */
export async function replaceAwards(
  sql: Queryable,
  season: { id: number; isConfirmed: boolean },
  awards: readonly Award[],
  now: Date,
): Promise<ChangedAward[]> {
  const previous = new Map((await seasonAwards(sql, season.id)).map((row) => [row.userId, row]));
  const dealt = new Map(awards.map((award) => [award.userId, award]));
  const changed: ChangedAward[] = [];
  for (const row of previous.values()) {
    if (dealt.has(row.userId) || !isOpen(row.status)) continue;
    if (season.isConfirmed) await setAwardStatus(sql, season.id, row.userId, 'withdrawn');
    else await sql`delete from season_awards where season_id = ${season.id} and user_id = ${row.userId}`;
    changed.push({ userId: row.userId, amount: row.amount, status: 'withdrawn', previous: row });
  }
  for (const { userId, place, amount } of awards) {
    const row = previous.get(userId) ?? null;
    if (row?.status === 'paid') continue;
    const stays = row?.status === 'claimed' || (row?.status === 'offered' && season.isConfirmed);
    const status = stays ? row.status : season.isConfirmed ? 'offered' : 'provisional';
    if (row?.place === place && row.amount === amount && row.status === status) continue;
    await sql`
      insert into season_awards as a (season_id, user_id, place, amount, status, answer_by)
      values (${season.id}, ${userId}, ${place}, ${writeAgorot(amount)}, ${status},
        ${season.isConfirmed ? now : null}::timestamptz + case when exists (
          select from users where id = ${userId} and deleted_at is not null) then '0' else ${`${CLAIM_DAYS} days`} end::interval)
      on conflict (season_id, user_id) do update set place = excluded.place, amount = excluded.amount,
        status = excluded.status, answer_by = case when ${stays} then a.answer_by else excluded.answer_by end`;
    changed.push({ userId, amount, status, previous: row });
  }
  return changed;
}

const isOpen = (status: AwardStatus): boolean =>
  status === 'provisional' || status === 'offered' || status === 'claimed';

export async function setAwardStatus(
  sql: Queryable,
  seasonId: number,
  userId: number,
  status: 'declined' | 'lapsed' | 'withdrawn',
): Promise<void> {
  await sql`update season_awards set status = ${status}, claim = null, claimed_at = null
    where season_id = ${seasonId} and user_id = ${userId}`;
}

export type SeasonAward = Award & {
  username: string;
  status: AwardStatus;
  answerBy: Date | null;
  claimedAt: Date | null;
  paidAt: Date | null;
  paidNote: string | null;
  /** True while the winner's name and contact are stored. */
  hasClaim: boolean;
};
type RawAward = Omit<SeasonAward, 'amount'> & { amount: string };
const awardOf = <Row extends { amount: string }>({ amount, ...row }: Row) => ({
  ...row,
  amount: readAgorot(amount),
});

const AWARD = `w.user_id as "userId", w.place, w.amount, w.status, w.answer_by as "answerBy", w.claimed_at as "claimedAt",
  w.paid_at as "paidAt", w.paid_note as "paidNote", w.claim is not null as "hasClaim"`;

/** @returns awards sorted by place */
export async function seasonAwards(sql: Queryable, seasonId: number): Promise<SeasonAward[]> {
  const rows = await sql<RawAward[]>`
    select ${sql.unsafe(AWARD)}, u.username from season_awards w join users u on u.id = w.user_id
    where w.season_id = ${seasonId} order by w.place, w.user_id`;
  return rows.map(awardOf);
}

/** @returns agorot by user id */
export async function prizesByTrader(sql: Queryable, seasonId: number): Promise<Map<number, bigint>> {
  const rows = await sql<{ userId: number; amount: string }[]>`
    select user_id as "userId", amount from season_awards
    where season_id = ${seasonId} and status in ('provisional', 'offered', 'claimed', 'paid')`;
  return new Map(rows.map(({ userId, amount }) => [userId, readAgorot(amount)]));
}

export type TraderAward = Omit<SeasonAward, 'username'> & { season: number };

/** Returns the awards that were offered to a trader, newest season first. */
export async function traderAwards(sql: Queryable, userId: number): Promise<TraderAward[]> {
  const rows = await sql<(Omit<TraderAward, 'amount'> & { amount: string })[]>`
    select ${sql.unsafe(AWARD)}, s.number as season from season_awards w join seasons s on s.id = w.season_id
    where w.user_id = ${userId} and w.status <> 'provisional' and s.ended_at is not null
      and (w.answer_by is not null or w.claimed_at is not null)
    order by s.number desc`;
  return rows.map(awardOf);
}

/** Locks and returns an award; null without one. */
export async function lockAward(
  sql: Queryable,
  seasonId: number,
  userId: number,
): Promise<Pick<SeasonAward, 'status' | 'answerBy'> | null> {
  const [row] = await sql<Pick<SeasonAward, 'status' | 'answerBy'>[]>`
    select status, answer_by as "answerBy" from season_awards
    where season_id = ${seasonId} and user_id = ${userId} for update`;
  return row ?? null;
}

export async function saveClaim(
  sql: Queryable,
  award: { seasonId: number; userId: number },
  { secret, isSealed }: StoredSecret,
  claimedAt: Date,
): Promise<void> {
  await sql`update season_awards set status = 'claimed', claim = ${secret}, is_sealed = ${isSealed}, claimed_at = ${claimedAt}
    where season_id = ${award.seasonId} and user_id = ${award.userId}`;
}

/** @returns null without a claim, and after it was erased */
export async function readClaim(
  sql: Queryable,
  seasonId: number,
  userId: number,
): Promise<StoredSecret | null> {
  const [row] = await sql<StoredSecret[]>`
    select claim as secret, is_sealed as "isSealed" from season_awards
    where season_id = ${seasonId} and user_id = ${userId} and claim is not null`;
  return row ?? null;
}

export async function setPaid(
  sql: Queryable,
  award: { seasonId: number; userId: number },
  paidAt: Date,
  note: string,
): Promise<void> {
  await sql`update season_awards set status = 'paid', paid_at = ${paidAt}, paid_note = ${note}
    where season_id = ${award.seasonId} and user_id = ${award.userId}`;
}

/** Returns up to 100 offered prizes that were not claimed in time, longest overdue first. */
export async function lapsedOffers(
  sql: Queryable,
  now: Date,
): Promise<{ seasonId: number; userId: number }[]> {
  return await sql<{ seasonId: number; userId: number }[]>`
    select season_id as "seasonId", user_id as "userId" from season_awards
    where status = 'offered' and answer_by <= ${now} order by answer_by, season_id, place limit 100`;
}

/** Erases the claims of winners who were paid CONTACT_DAYS ago or earlier. */
export async function eraseClaims(sql: Queryable, now: Date): Promise<void> {
  await sql`update season_awards set claim = null
    where claim is not null and status = 'paid' and paid_at <= ${now}::timestamptz - ${`${CONTACT_DAYS} days`}::interval`;
}

/** Returns the status of an open prize of a trader, provisional only when all are; null without an open prize. */
export async function openAwardStatus(sql: Queryable, userId: number): Promise<AwardStatus | null> {
  const [row] = await sql<{ status: AwardStatus }[]>`
    select status from season_awards where user_id = ${userId} and status in ('provisional', 'offered', 'claimed')
    order by status = 'provisional' limit 1`;
  return row?.status ?? null;
}

export async function confirmSeason(sql: Queryable, seasonId: number, confirmedAt: Date): Promise<void> {
  await sql`update seasons set confirmed_at = ${confirmedAt} where id = ${seasonId}`;
}

/** Records a change of places or prizes after the confirmation of the winners. Does nothing before it. */
export async function markCorrected(sql: Queryable, seasonId: number, correctedAt: Date): Promise<void> {
  await sql`update seasons set corrected_at = ${correctedAt} where id = ${seasonId} and confirmed_at is not null`;
}

const readAgorot = (text: string): bigint => readDecimal(text, CENT_DIGITS);
const writeAgorot = (amount: bigint): string => writeDecimal(amount, CENT_DIGITS);

/** Facts that may speak against a winner. */
export type Evidence = {
  openReports: number;
  /** Up to 5 names of other accounts with the same browser mark. */
  sameBrowser: string[];
  isYounger: boolean;
  trades: number;
};

/** Ignores a browser mark of more accounts than this: it belongs to a school or an office. */
const CROWD = 20;

/** @returns a map by user id */
export async function winnerEvidence(
  sql: Queryable,
  season: { id: number; startedAt: Date | null },
  userIds: readonly number[],
): Promise<Map<number, Evidence>> {
  const rows = await sql<(Evidence & { userId: number })[]>`
    select r.user_id as "userId", r.trade_count as trades,
      coalesce(u.created_at > ${season.startedAt}, false) as "isYounger",
      (select count(*)::integer from reports p where p.target_id = r.user_id and p.closed_at is null) as "openReports",
      array(select distinct v.username from browser_marks a
        join ${marksWithoutGuests(sql)} b on b.hash = a.hash and b.user_id <> a.user_id
        join users v on v.id = b.user_id where a.user_id = r.user_id
          and (select count(*) from ${marksWithoutGuests(sql)} c where c.hash = a.hash) <= ${CROWD} order by 1 limit 5) as "sameBrowser"
    from results r join users u on u.id = r.user_id
    where r.season_id = ${season.id} and r.user_id = any(${userIds as number[]})`;
  return new Map(rows.map(({ userId, ...row }) => [userId, row]));
}
