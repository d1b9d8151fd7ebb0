/** The competition's one row: details of the next season, and the planned start and end. */
import { NO_RULES_JSON, readRules, storedRules, type WireRules } from '#core/contract/season.ts';
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

const COLUMNS = `prize_pool as "prizePool", prize_split as "prizeSplit", review_hours as "reviewHours",
  start_cash as "startCash", least_trades as "leastTrades", least_days as "leastDays", frozen_hours as "frozenHours",
  entry_days as "entryDays", entry_until as "entryUntil", is_monthly as "isMonthly",
  next_competition_date as "nextCompetitionDate", rules`;
type Raw = Omit<Details, 'startCash' | 'entryUntil' | 'rules'> & {
  startCash: string | null;
  entryUntil: Date | null;
  rules: WireRules;
};
const detailsOf = (row: Raw): Details => ({
  ...row,
  startCash: row.startCash === null ? null : readCents(row.startCash),
  entryUntil: row.entryUntil?.getTime() ?? null,
  rules: readRules(row.rules),
});

export async function readDetails(sql: Queryable): Promise<Details> {
  return detailsOf(one(await sql<Raw[]>`select ${sql.unsafe(COLUMNS)} from competition`));
}

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
    await sql<Raw[]>`
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
  const updatedSeasons = await sql<{ id: number; changed: boolean }[]>`
    update seasons s set prize_pool = c.prize_pool, prize_split = c.prize_split, review_hours = c.review_hours,
      least_trades = c.least_trades, least_days = c.least_days,
      entry_days = c.entry_days, entry_until = c.entry_until, frozen_hours = c.frozen_hours, rules = c.rules
    from competition c, (select id, rules from seasons where status in ('waiting', 'active') and kind = 'public' for update) old
    where s.id = old.id returning s.id, ${NO_RULES_JSON}::text::jsonb || s.rules <> ${NO_RULES_JSON}::text::jsonb || old.rules as changed`;
  for (const { id, changed } of updatedSeasons) if (changed) await noteRules(sql, id, changedAt);
  return detailsOf(row);
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
