/** The demo's simulated traders. The leaderboard ranks and marks them. Without a password they cannot sign in. */
import { usernameKey } from '#core/account/username.ts';
import { LEVEL_REWARD_TKF } from '#core/progress/xp.ts';
import type { Sql } from './client.ts';
import { grantSeasonAccount } from './queries/season/seasons.ts';

export const SIMULATED_TRADERS = [
  'longshort',
  'deltaneutral',
  'theta_gang',
  'yonik',
  'noa_levi',
  'gap_and_go',
  'MeanReverter',
  'shira_k',
  'vwap_hugger',
  'OpeningBell',
  'tal_trades',
  'quietalpha',
  'dipbuyer77',
  'itamar_b',
  'FibFan',
  'no_stop_needed',
  'maya-cohen',
  'lotsize1',
  'נועם_ש',
  'paperhands_up',
  'RidgeLine',
  'omer_daytrader',
  'squeeze_me',
  'roni_g',
] as const;

export type SimulatedTrader = { id: number; username: string };

export async function simulatedTraders(sql: Sql): Promise<SimulatedTrader[]> {
  return await sql<SimulatedTrader[]>`select id, username from users where is_simulated order by id`;
}

/** Adds the listed traders whose name is free, with full cash in the season. @returns all simulated traders, by id */
export async function addSimulatedTraders(sql: Sql, seasonId: number): Promise<SimulatedTrader[]> {
  const keys = SIMULATED_TRADERS.map(usernameKey);
  await sql.begin(async (tx) => {
    const added = await tx<{ id: number }[]>`
      insert into users (username, username_key, is_simulated)
      select n.name, n.key, true
      from unnest(${[...SIMULATED_TRADERS]}::text[], ${keys}::text[]) with ordinality n (name, key, i)
      order by n.i
      on conflict (username_key) do nothing returning id`;
    for (const { id } of added) {
      await tx`insert into progress (user_id) values (${id}) on conflict do nothing`;
      await grantSeasonAccount(tx, seasonId, id);
    }
  });
  return await simulatedTraders(sql);
}

/**
 * Moves the start of the demo's season and the registration of its simulated traders back to `startedAt`. The season
 * gets at most version 2 of the rules: from version 3 on each chain link must be as old as its trades, and the demo
 * makes the trades of its first days at once.
 */
export async function backdateSeason(sql: Sql, seasonId: number, startedAt: Date): Promise<void> {
  await sql`update seasons set created_at = least(created_at, ${startedAt}), started_at = least(started_at, ${startedAt}),
      rules_version = least(rules_version, 2)
    where id = ${seasonId} and status = 'active'`;
  await sql`update users set created_at = least(created_at, ${startedAt}) where is_simulated`;
}

/**
 * Gives a user without XP a level, and writes the ledger rows of its rewards.
 * @param career `xp` is the total XP of `level` @returns false for a user who has XP
 */
export async function grantCareer(
  sql: Sql,
  userId: number,
  { level, xp }: { level: number; xp: number },
): Promise<boolean> {
  const granted = await sql`
    with career as (
      update progress set xp = ${xp}::numeric, career_xp = ${xp}::numeric, level = ${level}::integer,
        tkf = tkf + ${level * LEVEL_REWARD_TKF}::integer, version = version + 1
      where user_id = ${userId} and xp = 0 returning user_id
    ), rewarded as (
      insert into level_rewards (user_id, level) select user_id, generate_series(1, ${level}::integer) from career
      returning user_id, level
    ), paid as (
      insert into ledger (user_id, currency, kind, amount, ref)
      select user_id, 'TKF', 'level_reward', ${LEVEL_REWARD_TKF}::integer, 'level:' || level from rewarded
    )
    select from career`;
  return granted.count > 0;
}
