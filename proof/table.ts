/** Computes a final table from the fills, and checks the written table against it. */
import { Board, STATUS } from '#core/leaderboard/board.ts';
import { finalResults, rankBoard } from '#core/leaderboard/ranking.ts';
import type { FinalRow, ResultRow } from '#core/leaderboard/row.ts';
import { rankLeague } from '#core/leagues/standing.ts';
import { readCents, writeCents } from '#core/money/money.ts';
import type { PriceE4 } from '#core/money/units.ts';
import { beginReplay, type Replayed, replayedEquity } from '#core/trading/audit.ts';
import type { Difference, Tell } from './difference.ts';
import type { ProofSeason } from './terms.ts';

const MICROSECONDS = 1000;

function tellMissing(
  accounts: Iterable<{ userId: number; username: string }>,
  results: readonly FinalRow[],
  tell: Tell,
): void {
  const there = new Set(results.map(({ userId }) => userId));
  for (const { userId, username } of accounts)
    if (!there.has(userId))
      tell({
        step: 'places',
        what: 'missing',
        place: { kind: 'standing', id: username },
        sentence: `The result of ${username} is missing.`,
      });
}

/**
 * Checks a final table.
 * @param accounts all participants, and admins @param marks the season's last prices
 * @returns how many rows were checked
 */
export function checkTable(
  season: Pick<ProofSeason, 'startCash' | 'rulesVersion'>,
  accounts: Iterable<{ userId: number; username: string; isAdmin: boolean }>,
  results: readonly FinalRow[],
  played: ReadonlyMap<number, Replayed>,
  marks: ReadonlyMap<string, PriceE4>,
  tell: Tell,
): number {
  tellMissing(
    [...accounts].filter(({ isAdmin }) => !isAdmin),
    results,
    tell,
  );
  const board = new Board();
  for (const { userId, disqualified } of results) {
    const account = played.get(userId) ?? beginReplay(readCents(season.startCash), season.rulesVersion);
    board.setAccount({
      userId,
      cash: replayedEquity(account, marks),
      realised: account.realised,
      trades: account.trades,
      lastTradeAt: account.lastTradeAt === null ? null : account.lastTradeAt * MICROSECONDS,
      status: disqualified === null ? STATUS.trader : STATUS.disqualified,
    });
  }
  // no marks: the equities already include the open positions
  const table = rankBoard(board, new Map());
  const written = new Map(results.map((result) => [result.userId, result]));
  for (const standing of finalResults(table, board)) checkRow(written.get(standing.userId)!, standing, tell);
  return table.traders;
}

/**
 * Checks the final table of a private game, whose members are ranked by the value of their accounts.
 * @param accounts all traders who must have a row
 * @param hasLeft true for a member who left before the end and therefore has no place
 * @param marks the game's last prices
 * @returns how many rows were checked
 */
export function checkGameTable(
  season: Pick<ProofSeason, 'startCash' | 'rulesVersion'>,
  accounts: Iterable<{ userId: number; username: string }>,
  results: readonly FinalRow[],
  hasLeft: (row: FinalRow) => boolean,
  played: ReadonlyMap<number, Replayed>,
  marks: ReadonlyMap<string, PriceE4>,
  tell: Tell,
): number {
  tellMissing(accounts, results, tell);
  const base = readCents(season.startCash);
  const written = new Map(results.map((result) => [result.userId, result]));
  const replayOf = (userId: number) => played.get(userId) ?? beginReplay(base, season.rulesVersion);
  const entries = results.map((row) => {
    const account = replayOf(row.userId);
    const isRanked = account.trades > 0 && !hasLeft(row);
    return { userId: row.userId, base, equity: replayedEquity(account, marks), isRanked };
  });
  for (const [i, { userId, equity, place }] of rankLeague(entries).entries()) {
    const { trades, realised } = replayOf(userId);
    checkRow(
      written.get(userId)!,
      { place, rank: 'CADET', rowNumber: i + 1, equity, trades, realised },
      tell,
    );
  }
  return results.length;
}

type Fact = [what: Difference, key: string, is: string | number | boolean, should: string | number | boolean];

type RightRow = Pick<ResultRow, 'place' | 'rank' | 'rowNumber' | 'equity' | 'realised' | 'trades'>;

function checkRow(r: FinalRow, { place, rank, ...standing }: RightRow, tell: Tell): void {
  const facts: Fact[] = [
    ['equity', 'equity', r.equity, writeCents(standing.equity)],
    ['realised', 'realised', r.realised, writeCents(standing.realised)],
    ['trades', 'trades', r.trades, standing.trades],
    ['place', 'ranked', r.ranked, place !== null],
    ['row', 'row', r.rowNumber, standing.rowNumber],
    ['place', 'place', r.place, place ?? standing.rowNumber],
    ['rank', 'rank', r.rank, rank],
  ];
  const isPlaced = r.ranked === (place !== null) && r.place === (place ?? standing.rowNumber);
  for (const [what, key, is, should] of facts) {
    // a wrong place also makes row and rank wrong, so row and rank are not reported too
    const isNews = isPlaced || (what !== 'row' && what !== 'rank');
    if (is === should || !isNews) continue;
    tell({
      step: 'places',
      what,
      place: { kind: 'standing', id: `${r.rowNumber}` },
      trader: r.username,
      ...(key === 'ranked' ? {} : { is: `${is}`, should: `${should}` }),
      sentence: `The result of ${r.username} (place ${r.place}) has ${key} ${is}; it should be ${should}.`,
    });
  }
}
