import type { Amount } from '../money/units.ts';

/** A column of exact whole numbers: doubles up to 2^53, bigints in a map beyond it. */
export class Amounts<U extends Amount> {
  /** The amounts by index; NaN where the map holds the amount. */
  values: Float64Array;
  readonly #wide: Map<number, U>;

  constructor(capacity: number) {
    this.values = new Float64Array(capacity);
    this.#wide = new Map();
  }

  /** True when an amount is beyond a safe double. */
  get isWide(): boolean {
    return this.#wide.size > 0;
  }

  /** @param value a whole number; a bigint when a double cannot hold it exactly */
  set(index: number, value: number | U): void {
    const double = Number(value);
    if (Number.isSafeInteger(double)) {
      this.values[index] = double;
      if (this.#wide.size > 0) this.#wide.delete(index);
    } else {
      this.values[index] = Number.NaN;
      this.#wide.set(index, BigInt(value) as U);
    }
  }

  get(index: number): U {
    const value = this.values[index]!;
    return Number.isNaN(value) ? this.#wide.get(index)! : (BigInt(value) as U);
  }

  /** Compares the amounts at two indexes, like the comparator of a sort. */
  compare(a: number, b: number): number {
    const difference = this.values[a]! - this.values[b]!;
    if (!Number.isNaN(difference)) return difference;
    const [left, right] = [this.get(a), this.get(b)];
    return left < right ? -1 : left > right ? 1 : 0;
  }

  /** Extends the column to `capacity` amounts. An earlier `values` array stays unchanged. */
  grow(capacity: number): void {
    const grown = new Float64Array(capacity);
    grown.set(this.values);
    this.values = grown;
  }

  copyTo(to: Amounts<U>, length: number): void {
    to.values.set(this.values.subarray(0, length));
    to.#wide.clear();
    for (const [index, value] of this.#wide) to.#wide.set(index, value);
  }
}
