/** The choices of an account: readers of its page, first steps, drawings and indicators of its charts. */
import type { PageReaders } from '#core/account/permissions.ts';
import type { KeptChart } from '#core/contract/market.ts';
import { MOST_CHARTS } from '#core/market/drawings.ts';
import type { ItemType } from '#core/shop/catalogue.ts';
import { one, type Queryable } from '../../client.ts';

/**
 * Returns who may open a trader's page. Nobody may open the page of a guest or of a deleted account. Nobody may open a
 * page while its trader is suspended, is deleting the account, or must choose another name.
 */
export async function pageReaders(sql: Queryable, userId: number): Promise<PageReaders> {
  const [row] = await sql<{ readers: PageReaders }[]>`
    select case when ${barred(sql)} then 'nobody' else coalesce(r.readers, 'everyone') end as readers
    from users u left join page_readers r on r.user_id = u.id where u.id = ${userId}`;
  return row?.readers ?? 'nobody';
}

/** The condition that the account `u` is a guest, or may not act (core/account/visitor.ts). */
export const barred = (
  sql: Queryable,
) => sql`(u.is_guest or u.leaves_at is not null or u.deleted_at is not null
  or u.name_fault is not null or coalesce(u.suspended_until > now(), false))`;

/** The condition that everybody may read the page of the account `u`. */
export const hasPublicPage = (sql: Queryable) => sql`(not u.is_admin and not ${barred(sql)}
  and not exists (select from page_readers r where r.user_id = u.id))`;

export async function setPageReaders(sql: Queryable, userId: number, readers: PageReaders): Promise<void> {
  if (readers === 'everyone') await sql`delete from page_readers where user_id = ${userId}`;
  else
    await sql`insert into page_readers (user_id, readers) values (${userId}, ${readers})
      on conflict (user_id) do update set readers = excluded.readers`;
}

/** Returns traders of the newest season who have traded and whose page everybody may read, newest trade first. */
export async function publicTraders(
  sql: Queryable,
  limit: number,
): Promise<{ username: string; lastTradeAt: Date }[]> {
  return await sql<{ username: string; lastTradeAt: Date }[]>`
    select u.username, a.last_trade_at as "lastTradeAt"
    from accounts a join users u on u.id = a.user_id
    where a.season_id = (select max(id) from seasons where kind = 'public') and a.trade_count > 0 and ${hasPublicPage(sql)}
    order by a.last_trade_at desc limit ${limit}`;
}

/** Pages whose visit completes a first step: the portfolio with an open position, and the leaderboard. */
export type SeenPlace = 'portfolio' | 'table';
type StepsRow = { traded: boolean; sawPortfolio: boolean; closed: boolean; sawTable: boolean };

/** Returns a user's completed first steps; null once they closed the card. */
export async function findFirstSteps(sql: Queryable, userId: number): Promise<StepsRow | null> {
  const { isOver, ...steps } = one(
    await sql<(StepsRow & { isOver: boolean })[]>`
      select exists(select from fills where user_id = ${userId} and season_id > 0) as traded,
        exists(select from closed_trades where user_id = ${userId} and season_id > 0) as closed,
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

/**
 * Closes the card of first steps for good. A trader who completed all steps gets the items of `gift` that they lack,
 * and wears each of these items unless they wear another item of its type.
 * @returns true when all steps were done
 */
export async function closeSteps(
  sql: Queryable,
  userId: number,
  closedAt: Date,
  gift: readonly { id: string; type: ItemType }[],
): Promise<boolean> {
  const [ids, types] = [gift.map(({ id }) => id), gift.map(({ type }) => type)];
  const { isDone } = one(
    await sql<{ isDone: boolean }[]>`
      with earned as (
        select user_id from first_steps f
        where user_id = ${userId} and closed_at is null and saw_portfolio and saw_table
          and exists (select from closed_trades where user_id = f.user_id and season_id > 0)
      ), given as (
        select user_id, id, type from earned, unnest(${ids}::text[], ${types}::text[]) as g (id, type)
      ), owned as (
        insert into owned_items (user_id, item_id, type, price, bought_at)
        select user_id, id, type, 0, ${closedAt}::timestamptz from given on conflict do nothing
      ), worn as (
        insert into active_items (user_id, type, item_id, since)
        select user_id, type, id, ${closedAt}::timestamptz from given on conflict do nothing
      ), closed as (
        insert into first_steps (user_id, closed_at) values (${userId}, ${closedAt}::timestamptz)
        on conflict (user_id) do update set closed_at = coalesce(first_steps.closed_at, excluded.closed_at)
      )
      select exists (select from earned) as "isDone"`,
  );
  return isDone;
}

/** @returns null when the trader never changed the chart of this symbol */
export async function findChart(sql: Queryable, userId: number, symbol: string): Promise<KeptChart | null> {
  const [row] = await sql<KeptChart[]>`
    select drawings, averages, studies from kept_charts where user_id = ${userId} and symbol = ${symbol}`;
  return row ?? null;
}

/** Stores a chart. Deletes the trader's least recently changed charts beyond `MOST_CHARTS`. */
export async function storeChart(
  sql: Queryable,
  { userId, symbol, at: changedAt }: { userId: number; symbol: string; at: Date },
  { drawings, averages, studies }: KeptChart,
): Promise<void> {
  await sql`
    with stored as (
      insert into kept_charts (user_id, symbol, drawings, averages, studies, changed_at)
      values (${userId}, ${symbol}, ${JSON.stringify(drawings)}::text::jsonb, ${averages}, ${studies}, ${changedAt})
      on conflict (user_id, symbol) do update set drawings = excluded.drawings, averages = excluded.averages,
        studies = excluded.studies, changed_at = excluded.changed_at)
    delete from kept_charts where user_id = ${userId} and symbol <> ${symbol} and symbol not in (
      select symbol from kept_charts where user_id = ${userId} and symbol <> ${symbol}
      order by changed_at desc, symbol limit ${MOST_CHARTS - 1})`;
}
