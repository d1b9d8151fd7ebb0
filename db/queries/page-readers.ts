/** Who may read a trader's page. */
import type { PageReaders } from '#core/account/page-readers.ts';
import type { Queryable } from '../client.ts';

/** Who may read a trader's page: nobody while the trader is suspended, leaving or needs another name. */
export async function pageReaders(sql: Queryable, userId: number): Promise<PageReaders> {
  const [row] = await sql<{ readers: PageReaders }[]>`
    select case when ${barred(sql)} then 'nobody' else coalesce(r.readers, 'everyone') end as readers
    from users u left join page_readers r on r.user_id = u.id where u.id = ${userId}`;
  return row?.readers ?? 'nobody';
}

const barred = (sql: Queryable) => sql`(u.leaves_at is not null or u.deleted_at is not null
  or u.name_fault is not null or coalesce(u.suspended_until > now(), false))`;

export async function setPageReaders(sql: Queryable, userId: number, readers: PageReaders): Promise<void> {
  if (readers === 'everyone') await sql`delete from page_readers where user_id = ${userId}`;
  else
    await sql`insert into page_readers (user_id, readers) values (${userId}, ${readers})
      on conflict (user_id) do update set readers = excluded.readers`;
}

/** Traders who made a trade in the newest season and whose page everyone may read, the newest trades first. */
export async function publicTraders(
  sql: Queryable,
  limit: number,
): Promise<{ username: string; lastTradeAt: Date }[]> {
  return await sql<{ username: string; lastTradeAt: Date }[]>`
    select u.username, a.last_trade_at as "lastTradeAt"
    from accounts a join users u on u.id = a.user_id
    where a.season_id = (select max(id) from seasons) and a.trade_count > 0 and not u.is_admin and not ${barred(sql)}
      and not exists (select from page_readers r where r.user_id = a.user_id)
    order by a.last_trade_at desc limit ${limit}`;
}
