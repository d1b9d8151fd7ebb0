/** The leaderboard: its rows, places and ranks, and its serialized form. */
import type { Cents } from '../money/units.ts';
import { Amounts } from './amounts.ts';
import { Slots, STATUS } from './board.ts';
import { type Rank, rankOf } from './rank.ts';
import type { RowFigures } from './row.ts';
import type { ThinAccount } from './value.ts';

/** The figures of a leaderboard by slot; `order` has the slot of each row. */
export type Columns = {
  capacity: number;
  status: Uint8Array;
  /** Fills of orders; null in a restored leaderboard, whose bytes do not include this column. */
  trades: Int32Array | null;
  cash: Amounts<Cents>;
  equity: Amounts<Cents>;
  order: Int32Array;
  /** Row number, 0 without a row. */
  rows: Int32Array;
};

const BYTES_PER_ROW = 20;
const viewsOf = (bytes: ArrayBuffer, rows: number) =>
  [new Float64Array(bytes, 0, 2 * rows), new Int32Array(bytes, 16 * rows, rows)] as const;

export type Totals = { traders: number; ranked: number; disqualified: number };

/** Restores a leaderboard, without thin accounts. @param parts its rows in order, as `Leaderboard.bytesOf` wrote them */
export function restoreLeaderboard(totals: Totals, parts: Iterable<Uint8Array>): Leaderboard {
  const { traders } = totals;
  const slots = new Slots();
  slots.grow(traders);
  const order = Int32Array.from({ length: traders }, (_, i) => i);
  const columns: Columns = {
    capacity: traders,
    order,
    rows: order.map((slot) => slot + 1),
    status: new Uint8Array(traders).fill(STATUS.disqualified, traders - totals.disqualified),
    trades: null,
    cash: new Amounts<Cents>(traders),
    equity: new Amounts<Cents>(traders),
  };
  for (const part of parts) {
    const length = part.length / BYTES_PER_ROW;
    // a view needs 8-byte alignment, which only a copy has for certain
    const [amounts, users] = viewsOf(new Uint8Array(part).buffer, length);
    for (let i = 0; i < length; i++) {
      const slot = slots.add(users[i]!);
      columns.cash.set(slot, amounts[i]!);
      columns.equity.set(slot, amounts[length + i]!);
    }
  }
  return new Leaderboard(slots, columns, { ...totals, thin: [] });
}

/** Returns a leaderboard of `users` in the given order, all with the same equity and no place. */
export function unrankedLeaderboard(users: readonly number[], equity: Cents): Leaderboard {
  const { length } = users;
  const bytes = new ArrayBuffer(length * BYTES_PER_ROW);
  const [amounts, ids] = viewsOf(bytes, length);
  amounts.fill(Number(equity));
  ids.set(users);
  return restoreLeaderboard({ traders: length, ranked: 0, disqualified: 0 }, [new Uint8Array(bytes)]);
}

/** The result of one ranking pass; later changes of the board do not change it. */
export class Leaderboard {
  /** The number of rows; ranked rows come first. */
  readonly traders: number;
  readonly ranked: number;
  /** The number of disqualified traders, in the last rows. */
  readonly disqualified: number;
  /** Accounts to warn or to cover by force, admins included. */
  readonly thin: readonly ThinAccount[];
  readonly #slots: Slots;
  readonly #columns: Columns;

  constructor(slots: Slots, columns: Columns, totals: Totals & { thin: readonly ThinAccount[] }) {
    this.#slots = slots;
    this.#columns = columns;
    this.ranked = totals.ranked;
    this.disqualified = totals.disqualified;
    this.traders = totals.traders;
    this.thin = totals.thin;
  }

  /**
   * Returns the rows `from` to `to` (1-based, both included) as bytes: 20 a row, all amounts before all users.
   * @returns null when an amount is beyond a safe double
   */
  bytesOf(from: number, to: number): Uint8Array<ArrayBuffer> | null {
    const { order, cash, equity } = this.#columns;
    const length = Math.max(0, to - from + 1);
    const bytes = new ArrayBuffer(length * BYTES_PER_ROW);
    const [amounts, users] = viewsOf(bytes, length);
    for (let i = 0; i < length; i++) {
      const slot = order[from - 1 + i]!;
      amounts[i] = cash.values[slot]!;
      amounts[length + i] = equity.values[slot]!;
      if (Number.isNaN(amounts[i]! + amounts[length + i]!)) return null;
      users[i] = this.#slots.users[slot]!;
    }
    return new Uint8Array(bytes);
  }

  /**
   * Returns the columns for reuse in the next leaderboard; this one must not be read afterwards.
   * @returns null when the columns are shorter than `length`
   */
  takeColumns(length: number): Columns | null {
    return length <= this.#columns.capacity ? this.#columns : null;
  }

  /** Yields the rows `from` to `to` (1-based, both included), as far as they exist. */
  *rows(from: number, to: number): Generator<RowFigures> {
    let tie = { place: 1, last: 0, rank: 'CADET' as Rank };
    for (let row = Math.max(1, from); row <= Math.min(to, this.traders); row++) {
      const isRanked = row <= this.ranked;
      if (isRanked && row > tie.last) tie = this.#tieAt(row);
      yield this.#row(row, isRanked ? tie : null);
    }
  }

  /** Returns the row of a user; null for admins and for users without a row. */
  rowOf(userId: number): RowFigures | null {
    const row = this.#columns.rows[this.#slots.find(userId)] ?? 0;
    if (row === 0) return null;
    return this.#row(row, row <= this.ranked ? this.#tieAt(row) : null);
  }

  #row(row: number, tie: { place: number; rank: Rank } | null): RowFigures {
    const { order, cash, equity, status, trades } = this.#columns;
    const slot = order[row - 1]!;
    return {
      userId: this.#slots.users[slot]!,
      rowNumber: row,
      place: tie?.place ?? null,
      rank: tie?.rank ?? 'CADET',
      cash: cash.get(slot),
      equity: equity.get(slot),
      isDisqualified: status[slot] === STATUS.disqualified,
      trades: trades ? trades[slot]! : null,
    };
  }

  /** Returns place, last row and rank of the ranked rows with the same equity as `row`. */
  #tieAt(row: number): { place: number; last: number; rank: Rank } {
    const { equity, order } = this.#columns;
    const slot = order[row - 1]!;
    const place = 1 + this.#countRanked((other) => equity.compare(other, slot) > 0);
    const last = this.#countRanked((other) => equity.compare(other, slot) >= 0);
    return { place, last, rank: rankOf(place, last, this.ranked) };
  }

  /** Returns the number of ranked rows for which `holds` is true. These rows must precede all other ranked rows. */
  #countRanked(holds: (slot: number) => boolean): number {
    let [low, high] = [0, this.ranked];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(this.#columns.order[middle]!)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
