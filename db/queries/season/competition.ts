/** The competition's one row: its details, and when it starts and ends by itself. */
import { readRules, type WireRules, writeRules } from '#core/contract/season.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import { one, type Queryable } from '../../client.ts';
import { noteRules } from './seasons.ts';

export type Details = { prizePool: string; nextCompetitionDate: string; rules: Rules };

export async function readDetails(sql: Queryable): Promise<Details> {
  const row = one(await sql<RawDetails[]>`select prize_pool, next_competition_date, rules from competition`);
  return details(row);
}

type RawDetails = { prize_pool: string; next_competition_date: string; rules: WireRules };
const details = (row: RawDetails): Details => ({
  prizePool: row.prize_pool,
  nextCompetitionDate: row.next_competition_date,
  rules: readRules(row.rules),
});

/**
 * Changes the given details, for the page and for the season that is not over. Waits for running trades: those
 * after it are decided on the new rules. @returns the new ones
 */
export async function updateDetails(sql: Queryable, next: Partial<Details>, at: Date): Promise<Details> {
  const rules = next.rules && JSON.stringify(writeRules(next.rules));
  const row = one(
    await sql<RawDetails[]>`
      update competition set prize_pool = coalesce(${next.prizePool ?? null}, prize_pool),
        next_competition_date = coalesce(${next.nextCompetitionDate ?? null}, next_competition_date),
        rules = coalesce(${rules ?? null}::text::jsonb, rules)
      returning prize_pool, next_competition_date, rules`,
  );
  const open = await sql<{ id: number; changed: boolean }[]>`
    update seasons s set prize_pool = c.prize_pool, rules = c.rules
    from competition c, (select id, rules from seasons where status in ('waiting', 'active') for update) old
    where s.id = old.id returning s.id, s.rules <> old.rules as changed`;
  for (const { id, changed } of open) if (changed) await noteRules(sql, id, at);
  return details(row);
}

/** When the competition starts and ends by itself, epoch ms. */
export type Schedule = { startsAt: number | null; endsAt: number | null };

export async function competitionSchedule(sql: Queryable): Promise<Schedule> {
  const row = one(
    await sql<{ starts_at: Date | null; ends_at: Date | null }[]>`select starts_at, ends_at from competition`,
  );
  return { startsAt: row.starts_at?.getTime() ?? null, endsAt: row.ends_at?.getTime() ?? null };
}

export async function setSchedule(sql: Queryable, { startsAt, endsAt }: Schedule): Promise<void> {
  const at = (ms: number | null) => (ms === null ? null : new Date(ms));
  await sql`update competition set starts_at = ${at(startsAt)}, ends_at = ${at(endsAt)}`;
}
