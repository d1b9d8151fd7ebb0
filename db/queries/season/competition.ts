/** The competition's one row: details of the next season, and the planned start and end. */
import { NO_WIRE_RULES, readRules, storedRules, type WireRules } from '#core/contract/season.ts';
import { readCents, writeCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import type { Eligibility, PrizeSplit } from '#core/season/awards.ts';
import type { EntryTerms } from '#core/season/entry.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import { one, type Queryable } from '../../client.ts';
import { noteRules } from './seasons.ts';

export type Details = Eligibility &
  EntryTerms & {
    prizePool: string;
    prizeSplit: PrizeSplit;
    reviewHours: number;
    /** During this many hours before the planned end, others see the leaderboard as of the start of these hours. */
    frozenHours: number;
    /** Null until an admin chooses it. */
    startCash: Cents | null;
    /** True when the end of a season plans the next. */
    isMonthly: boolean;
    nextCompetitionDate: string;
    rules: Rules;
  };

const COLUMNS =
  'prize_pool, prize_split, review_hours, start_cash, least_trades, least_days, entry_days, entry_until, frozen_hours, is_monthly, next_competition_date, rules';

export async function readDetails(sql: Queryable): Promise<Details> {
  const row = one(await sql<RawDetails[]>`select ${sql.unsafe(COLUMNS)} from competition`);
  return details(row);
}

type RawDetails = {
  prize_pool: string;
  prize_split: number[];
  review_hours: number;
  start_cash: string | null;
  least_trades: number;
  least_days: number;
  entry_days: number;
  entry_until: Date | null;
  frozen_hours: number;
  is_monthly: boolean;
  next_competition_date: string;
  rules: WireRules;
};
const details = (row: RawDetails): Details => ({
  prizePool: row.prize_pool,
  prizeSplit: row.prize_split,
  reviewHours: row.review_hours,
  startCash: row.start_cash === null ? null : readCents(row.start_cash),
  leastTrades: row.least_trades,
  leastDays: row.least_days,
  frozenHours: row.frozen_hours,
  entryDays: row.entry_days,
  entryUntil: row.entry_until?.getTime() ?? null,
  isMonthly: row.is_monthly,
  nextCompetitionDate: row.next_competition_date,
  rules: readRules(row.rules),
});

/**
 * Changes details of the competition, and of a season that has not ended. Waits for open transactions of trades;
 * later trades get the new rules.
 * @returns the new details
 */
export async function updateDetails(
  sql: Queryable,
  next: Partial<Details>,
  changedAt: Date,
): Promise<Details> {
  const rules = next.rules && storedRules(next.rules);
  const row = one(
    await sql<RawDetails[]>`
      update competition set prize_pool = coalesce(${next.prizePool ?? null}, prize_pool),
        prize_split = coalesce(${(next.prizeSplit as number[] | undefined) ?? null}::integer[], prize_split),
        review_hours = coalesce(${next.reviewHours ?? null}, review_hours),
        start_cash = coalesce(${next.startCash ? writeCents(next.startCash) : null}::numeric, start_cash),
        least_trades = coalesce(${next.leastTrades ?? null}, least_trades),
        least_days = coalesce(${next.leastDays ?? null}, least_days),
        entry_days = coalesce(${next.entryDays ?? null}, entry_days),
        entry_until = case when ${next.entryUntil === undefined} then entry_until else ${toDate(next.entryUntil ?? null)}::timestamptz end,
        frozen_hours = coalesce(${next.frozenHours ?? null}, frozen_hours),
        is_monthly = coalesce(${next.isMonthly ?? null}, is_monthly),
        next_competition_date = coalesce(${next.nextCompetitionDate ?? null}, next_competition_date),
        rules = coalesce(${rules ?? null}::text::jsonb, rules)
      returning ${sql.unsafe(COLUMNS)}`,
  );
  const noRules = JSON.stringify(NO_WIRE_RULES);
  const updatedSeasons = await sql<{ id: number; changed: boolean }[]>`
    update seasons s set prize_pool = c.prize_pool, prize_split = c.prize_split, review_hours = c.review_hours,
      least_trades = c.least_trades, least_days = c.least_days,
      entry_days = c.entry_days, entry_until = c.entry_until, frozen_hours = c.frozen_hours, rules = c.rules
    from competition c, (select id, rules from seasons where status in ('waiting', 'active') and kind = 'public' for update) old
    where s.id = old.id returning s.id, ${noRules}::text::jsonb || s.rules <> ${noRules}::text::jsonb || old.rules as changed`;
  for (const { id, changed } of updatedSeasons) if (changed) await noteRules(sql, id, changedAt);
  return details(row);
}

/** Planned times, epoch ms. */
export type Schedule = { startsAt: number | null; endsAt: number | null };

export async function competitionSchedule(sql: Queryable): Promise<Schedule> {
  const row = one(
    await sql<{ starts_at: Date | null; ends_at: Date | null }[]>`select starts_at, ends_at from competition`,
  );
  return { startsAt: row.starts_at?.getTime() ?? null, endsAt: row.ends_at?.getTime() ?? null };
}

export async function setSchedule(sql: Queryable, { startsAt, endsAt }: Schedule): Promise<void> {
  await sql`update competition set starts_at = ${toDate(startsAt)}, ends_at = ${toDate(endsAt)}`;
}

/** Deletes the end of entry, which belonged to the ending season. */
export async function dropEntryMoment(sql: Queryable): Promise<void> {
  await sql`update competition set entry_until = null`;
}

const toDate = (ms: number | null) => (ms === null ? null : new Date(ms));
