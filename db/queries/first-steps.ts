/** The card of first steps: what somebody has done by now, and whether they closed it. */
import { one, type Queryable } from '../client.ts';

/** A place whose visit is a step: the portfolio while something is open, the leaderboard. */
export type SeenPlace = 'portfolio' | 'table';
export type StepsRow = { traded: boolean; sawPortfolio: boolean; closed: boolean; sawTable: boolean };

/** @returns null once the card was closed */
export async function findFirstSteps(sql: Queryable, userId: number): Promise<StepsRow | null> {
  const { isOver, ...steps } = one(
    await sql<(StepsRow & { isOver: boolean })[]>`
      select exists(select from fills where user_id = ${userId}) as traded,
        exists(select from closed_trades where user_id = ${userId}) as closed,
        coalesce(f.saw_portfolio, false) as "sawPortfolio", coalesce(f.saw_table, false) as "sawTable",
        f.closed_at is not null as "isOver"
      from (select) o left join first_steps f on f.user_id = ${userId}`,
  );
  return isOver ? null : steps;
}

export async function markSeen(sql: Queryable, userId: number, place: SeenPlace): Promise<void> {
  const [portfolio, table] = [place === 'portfolio', place === 'table'];
  await sql`
    insert into first_steps as f (user_id, saw_portfolio, saw_table) values (${userId}, ${portfolio}, ${table})
    on conflict (user_id) do update
      set saw_portfolio = f.saw_portfolio or ${portfolio}, saw_table = f.saw_table or ${table}`;
}

export async function closeSteps(sql: Queryable, userId: number, at: Date): Promise<void> {
  await sql`
    insert into first_steps (user_id, closed_at) values (${userId}, ${at})
    on conflict (user_id) do update set closed_at = coalesce(first_steps.closed_at, excluded.closed_at)`;
}
