/** Sorts slots by an amount: a radix sort of whole numbers, several times as fast as comparisons. */
import type { Amount } from '../money/units.ts';
import type { Amounts } from './amounts.ts';

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
const WORD_BITS = 32;
const WORD = 2 ** WORD_BITS;
const SHORT_RUN = 16;
/** Rows between two yields. */
const STRIDE = 250_000;

/** Columns at least as long as the sorted slots; each sort overwrites them. */
export type Scratch = { slots: Int32Array; keys: Uint32Array; otherKeys: Uint32Array };

/**
 * Sorts `slots` in place, highest amount first, and yields between steps. The loops are in plain functions, which the engine
 * compiles better than generators.
 * @param tie compares slots with the same amount
 */
export function* sortDescending(
  slots: Int32Array,
  amounts: Amounts<Amount>,
  tie: (a: number, b: number) => number,
  scratch: Scratch,
): Generator<void> {
  const narrow = amounts.isWide ? wideFirst(slots, amounts, tie) : slots;
  const { least, most } = rangeOf(narrow, amounts.values);
  const words = most - least < WORD ? 1 : 2;
  for (let word = 0; word < words; word++) {
    fillKeys(scratch.keys, narrow, amounts.values, most, WORD ** word);
    yield;
    yield* sortByKeys(narrow, word === 0 && words === 1 ? most - least : WORD - 1, scratch);
  }
  if (words > 1) fillKeys(scratch.keys, narrow, amounts.values, most, 1);
  const values = words > 1 ? amounts.values : null;
  for (let from = 0; from < narrow.length; ) {
    from = settleTies(narrow, scratch.keys, values, tie, from);
    yield;
  }
}

function rangeOf(slots: Int32Array, values: Float64Array): { least: number; most: number } {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (let i = 0; i < slots.length; i++) {
    const value = values[slots[i]!]!;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { least: Math.min(least, most), most };
}

/** Fills `keys` with each amount's distance from `most`, in whole `unit`s, modulo 2^32. */
function fillKeys(
  keys: Uint32Array,
  slots: Int32Array,
  values: Float64Array,
  most: number,
  unit: number,
): void {
  for (let i = 0; i < slots.length; i++) keys[i] = Math.floor((most - values[slots[i]!]!) / unit);
}

/** Sorts slots together with `scratch.keys`, by these keys, digit by digit from the lowest. @param highest the highest key */
function* sortByKeys(slots: Int32Array, highest: number, scratch: Scratch): Generator<void> {
  const [keys, otherKeys] = [scratch.keys, scratch.otherKeys];
  let isSwapped = false;
  for (let shift = 0; shift < WORD_BITS && highest >= 2 ** shift; shift += DIGIT_BITS) {
    if (isSwapped) spread(scratch.slots, otherKeys, slots, keys, slots.length, shift);
    else spread(slots, keys, scratch.slots, otherKeys, slots.length, shift);
    isSwapped = !isSwapped;
    yield;
  }
  if (!isSwapped) return;
  slots.set(scratch.slots.subarray(0, slots.length));
  keys.set(otherKeys.subarray(0, slots.length));
}

/** One pass: moves every slot to the rows of its digit, and keeps the sequence of slots with equal digits. */
function spread(
  from: Int32Array,
  keys: Uint32Array,
  to: Int32Array,
  nextKeys: Uint32Array,
  length: number,
  shift: number,
): void {
  const starts = new Int32Array(DIGITS);
  for (let i = 0; i < length; i++) starts[(keys[i]! >>> shift) & (DIGITS - 1)]! += 1;
  for (let digit = 0, sum = 0; digit < DIGITS; digit++) {
    const count = starts[digit]!;
    starts[digit] = sum;
    sum += count;
  }
  for (let i = 0; i < length; i++) {
    const key = keys[i]!;
    const digit = (key >>> shift) & (DIGITS - 1);
    const target = starts[digit]!;
    starts[digit] = target + 1;
    to[target] = from[i]!;
    nextKeys[target] = key;
  }
}

/**
 * Sorts each run of slots with the same amount, for about STRIDE rows.
 * @param keys by row; equal amounts have equal keys
 * @param values by slot; needed when different amounts may have equal keys
 * @returns the row to continue from
 */
function settleTies(
  slots: Int32Array,
  keys: Uint32Array,
  values: Float64Array | null,
  tie: (a: number, b: number) => number,
  start: number,
): number {
  const { length } = slots;
  const end = Math.min(start + STRIDE, length);
  let from = start;
  for (let to = start + 1; from < end; from = to++) {
    let isSorted = true;
    for (; to < length && keys[to] === keys[from]; to++) {
      if (values && values[slots[to]!] !== values[slots[from]!]) break;
      if (isSorted && tie(slots[to - 1]!, slots[to]!) > 0) isSorted = false;
    }
    if (!isSorted && to - from > SHORT_RUN) slots.subarray(from, to).sort(tie);
    else if (!isSorted) insertInOrder(slots, from, to, tie);
  }
  return from;
}

/** Sorts a short run in place: ties are many and short, and an array for each of them would be garbage. */
function insertInOrder(
  slots: Int32Array,
  from: number,
  to: number,
  tie: (a: number, b: number) => number,
): void {
  for (let i = from + 1; i < to; i++) {
    const slot = slots[i]!;
    let target = i;
    for (; target > from && tie(slots[target - 1]!, slot) > 0; target--) slots[target] = slots[target - 1]!;
    slots[target] = slot;
  }
}

/** Moves the few amounts beyond a safe double to the front, sorted. @returns the slots after them */
function wideFirst(
  slots: Int32Array,
  amounts: Amounts<Amount>,
  tie: (a: number, b: number) => number,
): Int32Array {
  const isWide = (slot: number) => Number.isNaN(amounts.values[slot]!);
  const wide = slots.filter(isWide).sort((a, b) => amounts.compare(b, a) || tie(a, b));
  slots.set(
    slots.filter((slot) => !isWide(slot)),
    wide.length,
  );
  slots.set(wide);
  return slots.subarray(wide.length);
}
