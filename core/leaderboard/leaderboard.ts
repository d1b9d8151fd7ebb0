/** A ranked table: its rows, places and ranks, and its bytes. */
import type { Cents } from '#core/money/units.ts';
import { Amounts } from './amounts.ts';
import { STATUS } from './board.ts';
import { type Rank, rankOf } from './rank.ts';
import { Slots } from './slots.ts';
import type { OwnStanding } from './standing.ts';
import type { ThinAccount } from './value.ts';

/** The figures of a table by slot, without the traders' ids; `order` holds the slot of each row. */
export type Columns = {
  capacity: number;
  status: Uint8Array;
  cash: Amounts<Cents>;
  equity: Amounts<Cents>;
  order: Int32Array;
  /** Row number, 0 without a row. */
  rows: Int32Array;
};

const BYTES_PER_ROW = 20;
const viewsOf = (bytes: ArrayBuffer, rows: number) =>
  [new Float64Array(bytes, 0, 2 * rows), new Int32Array(bytes, 16 * rows, rows)] as const;

/** How many rows a leaderboard has, and where its groups end. */
export type Totals = { traders: number; ranked: number; disqualified: number };

/** The leaderboard whose rows `parts` are, in order (`Leaderboard.bytesOf`). It knows of no thin account. */
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
    cash: new Amounts<Cents>(traders),
    equity: new Amounts<Cents>(traders),
  };
  for (const part of parts) {
    const length = part.length / BYTES_PER_ROW;
    // views need bytes that begin where a double may
    const [amounts, users] = viewsOf(new Uint8Array(part).buffer, length);
    for (let i = 0; i < length; i++) {
      const slot = slots.add(users[i]!);
      columns.cash.set(slot, amounts[i]!);
      columns.equity.set(slot, amounts[length + i]!);
    }
  }
  return new Leaderboard(slots, columns, { ...totals, thin: [] });
}

/** Returns a table of `users` in their order, all with the same total, nobody ranked. */
export function unrankedLeaderboard(users: readonly number[], equity: Cents): Leaderboard {
  const { length } = users;
  const bytes = new ArrayBuffer(length * BYTES_PER_ROW);
  const [amounts, ids] = viewsOf(bytes, length);
  amounts.fill(Number(equity));
  ids.set(users);
  return restoreLeaderboard({ traders: length, ranked: 0, disqualified: 0 }, [new Uint8Array(bytes)]);
}

/** One ranking of a board. It stays as it is while the board goes on. */
export class Leaderboard {
  /** Rows, and how many of them, the first ones, are ranked. */
  readonly traders: number;
  readonly ranked: number;
  /** The last rows. */
  readonly disqualified: number;
  /** Who is to be warned or covered by force, admins included. */
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
   * Rows `from` to `to` (1-based, both included) as bytes: 20 a row, the amounts of all before their users.
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
   * Hands the columns over for reuse by the table of any board. This table must not be read afterwards.
   * @returns null when they are shorter than `length`
   */
  takeColumns(length: number): Columns | null {
    return length <= this.#columns.capacity ? this.#columns : null;
  }

  /** Rows `from` to `to` (1-based, both included, as far as there are any), in order. */
  *standings(from: number, to: number): Generator<OwnStanding> {
    let tie = { place: 1, last: 0, rank: 'CADET' as Rank };
    for (let row = Math.max(1, from); row <= Math.min(to, this.traders); row++) {
      const isRanked = row <= this.ranked;
      if (isRanked && row > tie.last) tie = this.#tieAt(row);
      yield this.#standing(row, isRanked ? tie : null);
    }
  }

  /** The user's own row; null for admins and for users without one. */
  standingOf(userId: number): OwnStanding | null {
    const row = this.#columns.rows[this.#slots.find(userId)] ?? 0;
    if (row === 0) return null;
    return this.#standing(row, row <= this.ranked ? this.#tieAt(row) : null);
  }

  #standing(row: number, tie: { place: number; rank: Rank } | null): OwnStanding {
    const { order, cash, equity, status } = this.#columns;
    const slot = order[row - 1]!;
    return {
      userId: this.#slots.users[slot]!,
      rowNumber: row,
      place: tie?.place ?? null,
      rank: tie?.rank ?? 'CADET',
      cash: cash.get(slot),
      equity: equity.get(slot),
      isDisqualified: status[slot] === STATUS.disqualified,
    };
  }

  /** The ranked rows worth the same as row `row`: their place, their last row and their rank. */
  #tieAt(row: number): { place: number; last: number; rank: Rank } {
    const { equity, order } = this.#columns;
    const slot = order[row - 1]!;
    const place = 1 + this.#countRanked((other) => equity.compare(other, slot) > 0);
    const last = this.#countRanked((other) => equity.compare(other, slot) >= 0);
    return { place, last, rank: rankOf(place, last, this.ranked) };
  }

  /** How many ranked rows `holds` is true of: the first ones. */
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
