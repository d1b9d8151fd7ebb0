/** Leagues with the ids in the addresses of tests/helpers/addresses.ts. */
import { seasonIdOfGame } from '#core/season/game.ts';
import type { Sql } from '#db/client.ts';

export const EXAMPLE_LEAGUE = { id: 'AAAA22', code: 'BBBB2222' };
/** A league with a running private game. */
export const EXAMPLE_GAME = { id: 'CCCC22', code: 'CCCC2222' } as const;
/** A listed league with an admin as its only member. */
const EXAMPLE_LISTED = { id: 'EEEE22', code: 'EEEE2222' };

/**
 * Adds the leagues, the first two owned by a trader. Every other trader is a member of the first one, but one waits for
 * approval and one has left; everybody plays the game.
 */
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
  await addExampleGame(sql, ownerId);
  await addExampleListed(sql);
}

async function addExampleListed(sql: Sql): Promise<void> {
  const { id, code } = EXAMPLE_LISTED;
  await sql`
    insert into leagues (id, code, season_number, owner_id, name, about, prize, joining, is_late_open, is_listed, created_at)
    select ${id}, ${code}, (select max(number) from seasons), min(id), 'הליגה של כולם', '', '', 'open', true, true, '2026-01-01'
    from users where is_admin`;
  await sql`
    insert into league_members (league_id, user_id, state, joined_at, changed_at)
    select ${id}, owner_id, 'in', '2026-01-01', '2026-01-01' from leagues where id = ${id}`;
}

async function addExampleGame(sql: Sql, ownerId: number): Promise<void> {
  const { id, code } = EXAMPLE_GAME;
  const seasonId = seasonIdOfGame(id);
  await sql`
    insert into seasons (id, kind, status, start_cash, prize_pool, rules, rules_version, started_at)
    overriding system value
    select ${seasonId}, 'league', 'active', 5000, 0, rules || '{"longOnly": true, "tickers": ["AAPL", "MSFT"], "dayTrades": 20}',
      rules_version, '2026-01-01' from seasons where kind = 'public' order by number desc limit 1`;
  await sql`
    insert into leagues (id, code, season_id, owner_id, name, about, prize, joining, is_late_open, created_at, starts_at, ends_at,
      position_view)
    values (${id}, ${code}, ${seasonId}, ${ownerId}, 'המשחק שלנו', '', 'פיצה', 'open', true, '2026-01-01', '2026-01-01',
      now() + interval '30 days', 'always')`;
  await sql`
    insert into league_members (league_id, user_id, state, joined_at, changed_at)
    select ${id}, id, 'in', '2026-01-01', now() from users`;
}
