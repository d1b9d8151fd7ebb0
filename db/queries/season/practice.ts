/** Practice: the one season row that never ends, and the accounts in it. */
import { writeRules } from '#core/contract/season.ts';
import { type Game, PRACTICE_ID } from '#core/season/game.ts';
import { NEWEST_RULES } from '#core/season/terms.ts';
import { NO_RULES } from '#core/trading/season-rules.ts';
import type { Queryable } from '../../client.ts';
import { grantSeasonAccount, newestSeason } from './seasons.ts';

/** Returns the id of the season that a game is played in now; null without one. */
export async function seasonIdOf(sql: Queryable, game: Game = 'season'): Promise<number | null> {
  return game === 'practice' ? PRACTICE_ID : ((await newestSeason(sql))?.id ?? null);
}

/**
 * Opens the user's practice account with its full cash. Repeated calls change nothing. The first one opens practice itself, with
 * the start cash of the newest season.
 */
export async function openPractice(sql: Queryable, userId: number): Promise<void> {
  await sql`
    insert into seasons (id, kind, status, start_cash, prize_pool, rules, rules_version, started_at)
    overriding system value
    select ${PRACTICE_ID}, 'practice', 'active', start_cash, 0, ${JSON.stringify(writeRules(NO_RULES))}::text::jsonb,
      ${NEWEST_RULES}, now()
    from seasons where kind = 'public' order by number desc limit 1 on conflict do nothing`;
  await grantSeasonAccount(sql, PRACTICE_ID, userId);
}

/**
 * Returns the ids of practice accounts that a price may bring a forced cover: with an open short, or with cash below zero.
 */
export async function practiceAtRisk(sql: Queryable): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select distinct user_id as id from positions
    where season_id = -1 and closed_at is null and is_short
    union select user_id from accounts where season_id = -1 and cash < 0`;
  return rows.map(({ id }) => id);
}
