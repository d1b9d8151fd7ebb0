/** Practice: its season row, which never ends, and the accounts in it. */
import { storedRules } from '#core/contract/season.ts';
import { readCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import { type Game, PRACTICE_ID, seasonIdOfGame } from '#core/season/game.ts';
import { NEWEST_RULES } from '#core/season/terms.ts';
import { NO_RULES } from '#core/trading/season-rules.ts';
import type { Queryable, Sql, Transaction } from '../../client.ts';
import { grantSeasonAccount, newestSeason } from './seasons.ts';

/**
 * Returns the id of a game's present season; null before the first public season. Practice and private games have an
 * id even without a season row.
 */
export async function seasonIdOf(sql: Queryable, game: Game = 'season'): Promise<number | null> {
  return game === 'season' ? ((await newestSeason(sql))?.id ?? null) : seasonIdOfGame(game);
}

/** Opens practice itself, with the start cash of the newest season. Repeated calls change nothing. */
export async function openPracticeSeason(sql: Queryable): Promise<void> {
  await sql`
    insert into seasons (id, kind, status, start_cash, prize_pool, rules, rules_version, started_at)
    overriding system value
    select ${PRACTICE_ID}, 'practice', 'active', start_cash, 0, ${storedRules(NO_RULES)}::text::jsonb,
      ${NEWEST_RULES}, now()
    from seasons where kind = 'public' order by number desc limit 1 on conflict do nothing`;
}

/** Opens the user's practice account with full cash, and practice itself. Repeated calls change nothing. */
export async function openPractice(sql: Queryable, userId: number): Promise<void> {
  await openPracticeSeason(sql);
  await grantSeasonAccount(sql, PRACTICE_ID, userId);
}

/**
 * Returns the start cash of practice. Before the first practice account: the start cash of the newest season; 0 without
 * any season.
 */
export async function practiceCash(sql: Queryable): Promise<Cents> {
  const [row] = await sql<{ cash: string }[]>`
    select start_cash as cash from seasons where kind in ('practice', 'public')
    order by kind = 'practice' desc, number desc limit 1`;
  return readCents(row?.cash ?? '0');
}

const REFILL = 'start over';

/**
 * Returns how long a practice account must wait before it may start over, ms; 0 if it may now.
 * @param everyMs least time between two restarts
 */
export async function refillWait(
  sql: Queryable,
  userId: number,
  now: Date,
  everyMs: number,
): Promise<number> {
  const [row] = await sql<{ at: Date }[]>`
    select at from ledger where user_id = ${userId} and currency = 'USD' and season_id = ${PRACTICE_ID} and ref = ${REFILL}
    order by id desc limit 1`;
  return row ? Math.max(0, row.at.getTime() + everyMs - now.getTime()) : 0;
}

/**
 * Gives a practice account its start cash again. The ledger gets the difference.
 * @param everyMs least time between two restarts
 * @returns false when the account has positions or orders, or has started over within `everyMs`
 */
export async function refillPractice(sql: Sql, userId: number, now: Date, everyMs: number): Promise<boolean> {
  return await sql.begin(async (tx) => {
    // waits for a trade or restart that has locked the account: only the next statements see what it wrote
    await tx`select from accounts where season_id = ${PRACTICE_ID} and user_id = ${userId} for update`;
    return (await refillWait(tx, userId, now, everyMs)) === 0 && (await fillUp(tx, userId, now));
  });
}

async function fillUp(tx: Transaction, userId: number, now: Date): Promise<boolean> {
  const rows = await tx`
    with filled as (
      select a.cash, s.start_cash from accounts a join seasons s on s.id = a.season_id
      where a.season_id = ${PRACTICE_ID} and a.user_id = ${userId} and a.live_orders = 0 and not exists (
        select from positions p where p.season_id = a.season_id and p.user_id = a.user_id and p.closed_at is null)
    ), given as (
      update accounts a set cash = f.start_cash, realised_pnl = 0, version = a.version + 1 from filled f
      where a.season_id = ${PRACTICE_ID} and a.user_id = ${userId}
    )
    insert into ledger (user_id, season_id, currency, kind, amount, ref, at)
    select ${userId}, ${PRACTICE_ID}, 'USD', 'season_grant', start_cash - cash, ${REFILL}, ${now} from filled returning id`;
  return rows.length > 0;
}

/** Returns the symbols of open positions in practice and private games. */
export async function symbolsBesideSeason(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ symbol: string }[]>`
    select distinct symbol from positions where season_id < 0 and closed_at is null and id > 0 order by symbol`;
  return rows.map(({ symbol }) => symbol);
}
