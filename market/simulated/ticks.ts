/** The trades inside a minute: from its open over its extremes to its close, so that they fold into its bar exactly. */
import { MINUTE_MS } from '../calendar.ts';
import type { DayBars } from './minutes.ts';
import { type Stream, type TapeKey, words } from './random.ts';
import type { Tick } from './tape.ts';

/** Two words for the plan and one a trade fit in 32 blocks of four. */
const BLOCKS_PER_MINUTE = 32;
const PLAN_WORDS = 2;

export type Ticks = {
  /** How many trades happened at or before `ms`. */
  count(ms: number): number;
  at(k: number): Tick;
  last(): Tick;
};

/** One trade, and so at most two, per slot of 1, 2/3 or 1/2 second: never more than four in any second. */
const tradesPerMinute = (usualVolume: number) => (usualVolume >= 30 ? 120 : usualVolume >= 6 ? 90 : 60);

/**
 * @param usualVolume millions of shares a session: how often it trades
 * @param counter the minute's number since the tape began
 */
export function makeTicks(
  bars: DayBars,
  minute: number,
  startMs: number,
  usualVolume: number,
  key: TapeKey,
  of: Stream,
  counter: number,
): Ticks {
  const n = tradesPerMinute(usualVolume);
  const random = words(key, of, counter * BLOCKS_PER_MINUTE, PLAN_WORDS + n);
  const open = minute ? bars.close[minute - 1]! : bars.open;
  const high = bars.high[minute]!;
  const low = bars.low[minute]!;
  const close = bars.close[minute]!;
  const volume = bars.volume[minute]!;

  // a rising minute usually dips first, a falling one rises first
  const dipsFirst = random[0]! % 4 === 0 ? close < open : close >= open;
  const half = n >> 1;
  const knots = [
    { k: 0, cents: open },
    { k: 1 + ((random[0]! >>> 8) % (half - 1)), cents: dipsFirst ? low : high },
    { k: half + ((random[1]! >>> 8) % (half - 1)), cents: dipsFirst ? high : low },
    { k: n - 1, cents: close },
  ];

  const cents = new Int32Array(n);
  const atMs = new Float64Array(n);
  const slot = MINUTE_MS / n;
  const wobble = (high - low) * 0.25;
  for (let piece = 0; piece < 3; piece++) {
    const from = knots[piece]!;
    const to = knots[piece + 1]!;
    for (let k = from.k; k <= to.k; k++) {
      const word = random[PLAN_WORDS + k]!;
      const straight = from.cents + ((to.cents - from.cents) * (k - from.k)) / (to.k - from.k);
      const inside = k > from.k && k < to.k ? ((word & 0xffff) / 0x8000 - 1) * wobble : 0;
      cents[k] = Math.min(high, Math.max(low, Math.round(straight + inside)));
      // not before its slot, however the slot's beginning falls between two milliseconds
      const offset = Math.floor((k + (word >>> 16) / 0x10000) * slot);
      atMs[k] = startMs + Math.max(Math.ceil(k * slot), offset);
    }
  }

  const at = (k: number): Tick => ({
    cents: cents[k]!,
    atMs: atMs[k]!,
    size: Math.floor((volume * (k + 1)) / n) - Math.floor((volume * k) / n),
  });
  return {
    at,
    last: () => at(n - 1),
    count(ms) {
      // the slot the moment falls in tells all but whether its own trade has happened
      const k = Math.floor((ms - startMs) / slot);
      if (k < 0) return 0;
      if (k >= n) return n;
      return atMs[k]! <= ms ? k + 1 : k;
    },
  };
}
