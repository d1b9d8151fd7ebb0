/**
 * The leaderboard: every account of a board valued at one set of marks and put in order. Pure, and the one definition
 * of the order: ranked traders first, then those who have not traded, then the disqualified; within these by equity,
 * realised P&L, the earliest last trade and id.
 */
import { Amounts } from './amounts.ts';
import { type Board, STATUS } from './board.ts';
import { type Columns, Leaderboard } from './leaderboard.ts';
import { sortDescending } from './sort.ts';
import type { FinalStanding } from './standing.ts';
import { type MarkPrices, valueBoard } from './value.ts';

const RANKED = 0;
const NOT_TRADED = 1;
const OUT = 2;
const NOWHERE = 3;

/** Values and orders a board. @param spare a table of any board that nobody reads any more; its columns are reused */
export function rankBoard(board: Board, marks: MarkPrices, spare?: Leaderboard): Leaderboard {
  const steps = rankInSteps(board, marks, spare);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** `rank` in steps of a few ms, so that a caller can do something else between them. The board must not change meanwhile. */
export function* rankInSteps(
  board: Board,
  marks: MarkPrices,
  spare?: Leaderboard,
): Generator<void, Leaderboard> {
  const length = board.accounts;
  const columns = spare?.takeColumns(length) ?? createColumns(board);
  const { order, equity } = columns;
  const thin = yield* valueBoard(board, marks, equity);
  copyAccounts(board, columns, length);
  yield;
  const groups = groupSlots(board.trades, columns, length);
  yield;
  const tie = tieOf(board);
  for (const { from, to } of groups) {
    yield* sortDescending(order.subarray(from, to), equity, tie, board.scratch());
  }
  const [{ to: ranked }, { to: disqualifiedFrom }, { to: traders }] = groups;
  numberRows(columns, traders);
  return new Leaderboard(board.slots, columns, {
    ranked,
    traders,
    disqualified: traders - disqualifiedFrom,
    thin,
  });
}

/** Every row of a leaderboard as a season ends with it. @param board the one it was ranked from, unchanged since */
export function* finalStandings(leaderboard: Leaderboard, board: Board): Generator<FinalStanding> {
  for (const standing of leaderboard.standings(1, leaderboard.traders)) {
    const slot = board.slots.find(standing.userId);
    yield { ...standing, realised: board.realised.get(slot), trades: board.trades[slot]! };
  }
}

function createColumns(board: Board): Columns {
  const capacity = board.trades.length;
  return {
    capacity,
    status: new Uint8Array(capacity),
    cash: new Amounts(capacity),
    equity: new Amounts(capacity),
    order: new Int32Array(capacity),
    rows: new Int32Array(capacity),
  };
}

function copyAccounts(board: Board, columns: Columns, length: number): void {
  columns.status.set(board.status.subarray(0, length));
  board.cash.copyTo(columns.cash, length);
}

/** Writes the slots of everybody but admins into `order`, group by group. @returns where each group lies */
function groupSlots(trades: Int32Array, { status, order, rows }: Columns, length: number) {
  // row numbers come last: until then their column is free
  const groupOf = rows;
  const counts = new Int32Array(4);
  for (let slot = 0; slot < length; slot++) {
    let group = trades[slot]! > 0 ? RANKED : NOT_TRADED;
    if (status[slot] === STATUS.disqualified) group = OUT;
    if (status[slot] === STATUS.admin) group = NOWHERE;
    groupOf[slot] = group;
    counts[group]! += 1;
  }
  const starts = new Int32Array(4);
  for (let group = 1; group < 4; group++) starts[group] = starts[group - 1]! + counts[group - 1]!;
  const at = starts.slice();
  for (let slot = 0; slot < length; slot++) {
    const group = groupOf[slot]!;
    const row = at[group]!;
    at[group] = row + 1;
    order[row] = slot;
  }
  const range = (group: number) => ({ from: starts[group]!, to: starts[group + 1]! });
  return [range(RANKED), range(NOT_TRADED), range(OUT)] as const;
}

/** The order of accounts with the same equity. */
function tieOf({ realised, lastTradeAt, slots: { users } }: Board): (a: number, b: number) => number {
  return (a, b) => {
    const richer = realised.compare(b, a);
    if (richer !== 0) return richer;
    // nobody without a trade and with one are compared: infinite ones are equal
    return lastTradeAt[a] === lastTradeAt[b] ? users[a]! - users[b]! : lastTradeAt[a]! - lastTradeAt[b]!;
  };
}

function numberRows({ rows, order }: Columns, traders: number): void {
  // Clears reused columns beyond the board's length too: a later account must not get a row of the previous table.
  rows.fill(0);
  for (let i = 0; i < traders; i++) rows[order[i]!] = i + 1;
}
