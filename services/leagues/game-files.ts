/** The files of a private game: the fills of the people in its table, and the equity by day. */

import { writeCents } from '#core/money/money.ts';
import { fail } from '#core/refusals/refusals.ts';
import { utcDay } from '#core/trading/day-limits.ts';
import { inBatches } from '#db/batches.ts';
import type { Sql } from '#db/client.ts';
import { type GameFill, gameFills, type MemberDay, memberDays } from '#db/queries/leagues/days.ts';
import { namesAndVisits } from '#db/queries/leagues/members.ts';
import type { LeagueRoster } from './roster.ts';

const BATCH = 1_000;

export const TRADE_COLUMNS = [
  'filled_at',
  'username',
  'symbol',
  'action',
  'quantity',
  'price',
  'cash_delta',
  'reason',
  'order_reason',
];
export const EQUITY_COLUMNS = ['day', 'username', 'equity'];

/** Returns a function that names the people in the table, also people who left; it returns '' for other accounts. */
async function namesOf(sql: Sql, { table }: LeagueRoster): Promise<(userId: number) => string> {
  const people = await namesAndVisits(
    sql,
    table.rows.map(({ userId }) => userId),
  );
  return (userId) => people.get(userId)?.username ?? '';
}

/** Yields the fills of the people in the table in batches, oldest first. @throws NOT_FOUND without a private game */
export async function* tradeRows(sql: Sql, seasonId: number | undefined, roster: LeagueRoster) {
  // the trades of a season are for the trader alone
  if (seasonId === undefined) throw fail('NOT_FOUND');
  const nameOf = await namesOf(sql, roster);
  const read = (last: GameFill | null) => gameFills(sql, seasonId, BATCH, last?.id ?? 0n);
  for await (const fills of inBatches(BATCH, read))
    yield fills
      .filter(({ userId }) => nameOf(userId) !== '')
      .map((fill) => [
        fill.at.toISOString(),
        nameOf(fill.userId),
        fill.symbol,
        fill.action,
        fill.quantity,
        fill.price,
        fill.cash,
        fill.reason,
        fill.orderReason,
      ]);
}

/**
 * Yields the equity of the people in the table by member and day. While the game runs, the present equity comes last.
 * @param now epoch ms @throws NOT_FOUND without a private game
 */
export async function* equityRows(
  sql: Sql,
  { id, isOwnGame }: { id: string; isOwnGame: boolean },
  roster: LeagueRoster,
  now: number,
) {
  if (!isOwnGame) throw fail('NOT_FOUND');
  const nameOf = await namesOf(sql, roster);
  const read = (last: MemberDay | null) => memberDays(sql, id, BATCH, last);
  for await (const days of inBatches(BATCH, read))
    yield days
      .filter(({ userId }) => nameOf(userId) !== '')
      .map(({ userId, day, equity }) => [day, nameOf(userId), equity]);
  if (roster.table.phase !== 'running') return;
  yield roster.table.rows
    .toSorted((a, b) => a.userId - b.userId)
    .map(({ userId, equity }) => [utcDay(now), nameOf(userId), writeCents(equity)]);
}
