/** Makes one table unreadable, except for the query that finds a reader's session. */
import type { Sql } from '#db/client.ts';

/** The error of such a read. */
export const UNREADABLE = 'it cannot be read for now';

/** Runs `work` while every statement that reads `table` fails, except for the one that finds a reader's session. */
export async function whileUnreadable<T>(sql: Sql, table: string, work: () => Promise<T>): Promise<T> {
  await sql.unsafe(`
    alter table ${table} rename to ${table}_away;
    create function refuse_others() returns boolean language plpgsql as $$
    begin
      if current_query() not like '%from sessions s%' then raise exception '${UNREADABLE}'; end if;
      return true;
    end $$;
    create view ${table} as select * from ${table}_away where (select refuse_others())`);
  try {
    return await work();
  } finally {
    await sql.unsafe(`
      drop view ${table};
      drop function refuse_others;
      alter table ${table}_away rename to ${table}`);
  }
}
