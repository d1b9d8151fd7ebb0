/**
 * The trades of a minute. All companies trade at the same 64 moments, which the market draws, so that no price is older
 * than another's; a trade's price is a node of the minute and its size a part of the minute's volume.
 */
import { MINUTE_MS } from '../calendar.ts';
import { TICKS } from './nodes.ts';
import { BYTES_PER_BLOCK, bytes, type RandomStream, stream, type TapeKey } from './random.ts';

const SLOT_MS = MINUTE_MS / TICKS;
const MINUTE_BLOCKS = TICKS / BYTES_PER_BLOCK;
const CLOCK = stream('clock');

/** A trade's price in 1/10,000 $ and its time, epoch ms. */
export type TapeTick = { price: number; atMs: number };
/** `size`: shares. */
export type TapeTrade = TapeTick & { size: number };

export type Ticks = {
  /** How many trades happened at or before `ms`. */
  count(ms: number): number;
  tick(k: number): TapeTick;
  trade(k: number): TapeTrade;
};

/**
 * When the trades of a minute happen, ms since its beginning: one in each 64th of it.
 * @param counter the minute's number since the tape began
 */
export function clockOf(key: TapeKey, counter: number): Int32Array {
  const random = bytes(key, CLOCK, counter * MINUTE_BLOCKS, TICKS);
  // not before its slot, however the slot's beginning falls between two milliseconds
  return Int32Array.from(random, (byte, k) =>
    Math.max(Math.ceil(k * SLOT_MS), Math.floor((k + byte / 0x100) * SLOT_MS)),
  );
}

/** Parts of a minute's volume up to each trade, by noise alone. */
function sizesOf(volume: number, key: TapeKey, of: RandomStream, counter: number): Float64Array {
  const parts = Float64Array.from(bytes(key, of, counter * MINUTE_BLOCKS, TICKS), (byte) => 64 + byte);
  const total = parts.reduce((sum, part) => sum + part, 0);
  let sum = 0;
  let before = 0;
  return parts.map((part) => {
    sum += part;
    const upTo = Math.floor((volume * sum) / total);
    const size = upTo - before;
    before = upTo;
    return size;
  });
}

export function makeTicks(minute: {
  startMs: number;
  clock: Int32Array;
  /** Price of the minute's k-th trade, 1 to 64, in 1/10,000 $. */
  price: (k: number) => number;
  volume: () => number;
  key: TapeKey;
  sizes: RandomStream;
  counter: number;
}): Ticks {
  const { startMs, clock } = minute;
  let sizes: Float64Array | null = null;
  const tick = (k: number): TapeTick => ({ price: minute.price(k + 1), atMs: startMs + clock[k]! });
  return {
    tick,
    trade(k) {
      sizes ??= sizesOf(minute.volume(), minute.key, minute.sizes, minute.counter);
      return { price: minute.price(k + 1), atMs: startMs + clock[k]!, size: sizes[k]! };
    },
    count(ms) {
      // the slot the moment falls in tells all but whether its own trade has happened
      const k = Math.floor((ms - startMs) / SLOT_MS);
      if (k < 0) return 0;
      if (k >= TICKS) return TICKS;
      return startMs + clock[k]! <= ms ? k + 1 : k;
    },
  };
}
