/**
 * A ranking pass: values every account of a board at one set of price marks and sorts them. Pure, and the one
 * definition of the sort order: ranked traders, then traders without a trade, then disqualified ones; within these by
 * equity, realised P&L, the earliest last trade, and id.
 */
import { Amounts } from './amounts.ts';
import { type Board, STATUS } from './board.ts';
import { type Columns, Leaderboard } from './leaderboard.ts';
import type { ResultRow } from './row.ts';
import { sortDescending } from './sort.ts';
import { type MarkPrices, valueBoard } from './value.ts';

const RANKED = 0;
const NOT_TRADED = 1;
const OUT = 2;
const NOWHERE = 3;

/** Values and sorts a board. @param spare an old leaderboard that nobody reads any more; its columns are reused */
export function rankBoard(board: Board, marks: MarkPrices, spare?: Leaderboard): Leaderboard {
  const steps = rankInSteps(board, marks, spare);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Like `rankBoard`, in steps of a few ms. Between two steps the caller may do other work, but must not change the board. */
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

/** Yields every row of a season's final leaderboard. @param board the board that was ranked, unchanged */
export function* finalResults(leaderboard: Leaderboard, board: Board): Generator<ResultRow> {
  for (const standing of leaderboard.rows(1, leaderboard.traders)) {
    const slot = board.slots.find(standing.userId);
    yield { ...standing, realised: board.realised.get(slot), trades: board.trades[slot]! };
  }
}

function createColumns(board: Board): Columns {
  const capacity = board.trades.length;
  return {
    capacity,
    status: new Uint8Array(capacity),
    trades: new Int32Array(capacity),
    cash: new Amounts(capacity),
    equity: new Amounts(capacity),
    order: new Int32Array(capacity),
    rows: new Int32Array(capacity),
  };
}

function copyAccounts(board: Board, columns: Columns, length: number): void {
  columns.status.set(board.status.subarray(0, length));
  columns.trades?.set(board.trades.subarray(0, length));
  board.cash.copyTo(columns.cash, length);
}

/** Writes the slots of all but admins into `order`, group by group. @returns the range of each group */
function groupSlots(trades: Int32Array, { status, order, rows }: Columns, length: number) {
  // borrows the column of row numbers until `numberRows` fills it
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
  const ends = starts.slice();
  for (let slot = 0; slot < length; slot++) {
    const group = groupOf[slot]!;
    const row = ends[group]!;
    ends[group] = row + 1;
    order[row] = slot;
  }
  const range = (group: number) => ({ from: starts[group]!, to: starts[group + 1]! });
  return [range(RANKED), range(NOT_TRADED), range(OUT)] as const;
}

function tieOf({ realised, lastTradeAt, slots: { users } }: Board): (a: number, b: number) => number {
  return (a, b) => {
    const richer = realised.compare(b, a);
    if (richer !== 0) return richer;
    // infinite times, of accounts without a trade, are equal; their difference would be NaN
    return lastTradeAt[a] === lastTradeAt[b] ? users[a]! - users[b]! : lastTradeAt[a]! - lastTradeAt[b]!;
  };
}

function numberRows({ rows, order }: Columns, traders: number): void {
  // clears reused columns beyond the board's length too: a later account must not get an old row
  rows.fill(0);
  for (let i = 0; i < traders; i++) rows[order[i]!] = i + 1;
}
