import type { Amount } from '../money/units.ts';

/** A column of whole numbers, exact: as doubles where 2^53 holds them, as bigints beside the column where it does not. */
export class Amounts<U extends Amount> {
  /** By index; NaN for what only the bigints hold. */
  values: Float64Array;
  readonly #wide: Map<number, U>;

  constructor(capacity: number) {
    this.values = new Float64Array(capacity);
    this.#wide = new Map();
  }

  /** Whether any amount is beyond a safe double. */
  get isWide(): boolean {
    return this.#wide.size > 0;
  }

  /** @param value a whole number, a double only where it is safe */
  set(index: number, value: number | U): void {
    const near = Number(value);
    if (Number.isSafeInteger(near)) {
      this.values[index] = near;
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

  /** Negative when the amount at `a` is the lower one. */
  compare(a: number, b: number): number {
    const difference = this.values[a]! - this.values[b]!;
    if (!Number.isNaN(difference)) return difference;
    const [left, right] = [this.get(a), this.get(b)];
    return left < right ? -1 : left > right ? 1 : 0;
  }

  /** Room for `capacity` amounts. What was read from `values` before stays as it was. */
  grow(capacity: number): void {
    const grown = new Float64Array(capacity);
    grown.set(this.values);
    this.values = grown;
  }

  /** Writes the first `length` amounts over those of `to`. */
  copyTo(to: Amounts<U>, length: number): void {
    to.values.set(this.values.subarray(0, length));
    to.#wide.clear();
    for (const [index, value] of this.#wide) to.#wide.set(index, value);
  }
}
