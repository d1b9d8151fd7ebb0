/** A league with the address that tests/helpers/addresses.ts names. */
import type { Sql } from '#db/client.ts';

export const EXAMPLE_LEAGUE = { id: 'AAAA22', code: 'BBBB2222' };

/** Adds the league, owned by a trader and with every other trader in it, one of them as a request. */
export async function addExampleLeague(sql: Sql, ownerId: number): Promise<void> {
  const { id, code } = EXAMPLE_LEAGUE;
  await sql`
    insert into leagues (id, code, season_number, owner_id, name, about, prize, joining, is_late_open, created_at)
    select ${id}, ${code}, max(number), ${ownerId}, 'כיתה י׳2 & friends', 'Fridays, every week', 'פיצה', 'approval', true, '2026-01-01'
    from seasons`;
  await sql`
    insert into league_members (league_id, user_id, state, is_helper, joined_at, changed_at)
    select ${id}, id, case when n = 3 then 'waiting' when n = 4 then 'left' else 'in' end, n = 2,
      case when n <> 3 then '2026-01-01'::timestamptz end, now()
    from (select id, row_number() over (order by id <> ${ownerId}, id) as n from users where not is_admin) people`;
  await sql`
    insert into league_changes (league_id, user_id, field, before, after, at)
    values (${id}, ${ownerId}, 'name', 'Class 10', 'כיתה י׳2 & friends', now())`;
}
