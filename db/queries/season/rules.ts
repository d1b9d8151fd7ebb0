/** The rules of a season, over time. */
import { readRules, type WireRules } from '#core/contract/season.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import type { Queryable } from '../../client.ts';

/** Notes that the season's rules hold from the next fill on. The season's row is new or locked. */
export async function noteRules(sql: Queryable, seasonId: number, at: Date): Promise<void> {
  await sql`
    insert into season_rules (season_id, first_fill, rules, at)
    select id, (select coalesce(max(id), 0) + 1 from fills), rules, ${at} from seasons where id = ${seasonId}
    on conflict (season_id, first_fill) do update set rules = excluded.rules, at = excluded.at`;
}

/** The rules of a season, since when they held and the first fill of each, oldest first. */
export async function rulesOverTime(
  sql: Queryable,
  seasonId: number,
): Promise<{ firstFill: bigint; rules: Rules; at: Date }[]> {
  const rows = await sql<{ first_fill: bigint; rules: WireRules; at: Date }[]>`
    select first_fill, rules, at from season_rules where season_id = ${seasonId} order by first_fill`;
  return rows.map((row) => ({ firstFill: row.first_fill, rules: readRules(row.rules), at: row.at }));
}
