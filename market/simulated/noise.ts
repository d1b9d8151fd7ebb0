/** The bytes of noise within the minutes, by factor: whole sessions for charts, single minutes for prices. */
import { MAX_MINUTES, type SessionTimes } from '../calendar.ts';
import type { BridgeSegment } from './bridge.ts';
import { Lru } from './lru.ts';
import { TICKS } from './nodes.ts';
import { BYTES_PER_BLOCK, bytes, type RandomStream } from './random.ts';

/** Blocks a minute takes: a byte for each node between its open and its close, and one left over. */
const MINUTE_BLOCKS = TICKS / BYTES_PER_BLOCK;
/** Sessions kept, 92 KB each, and minutes: the market's and the sectors' are asked for with each company's. */
const KEEP_SESSIONS = 24;
const KEEP_MINUTES = 48;

/** Of a factor that moves nothing. */
export const SILENCE = new Uint8Array(MAX_MINUTES * TICKS);

/** A factor's noise. `name` tells it from all others. */
export type NoiseSource = { name: string; noise: RandomStream };

export class Noise {
  readonly #segments: (session: SessionTimes) => BridgeSegment[];
  readonly #firstDay: number;
  readonly #sessions = new Lru<string, Uint8Array>(KEEP_SESSIONS);
  readonly #minutes = new Lru<string, Uint8Array>(KEEP_MINUTES);

  /** @param firstDay the tape's first: counters begin there */
  constructor(segments: (session: SessionTimes) => BridgeSegment[], firstDay: number) {
    this.#segments = segments;
    this.#firstDay = firstDay;
  }

  /** A session's bytes, 64 a minute. */
  session({ name, noise }: NoiseSource, session: SessionTimes): Uint8Array {
    return this.#sessions.get(`${name} ${session.day}`, () => {
      const segments = this.#segments(session);
      const read = ({ minute, key }: BridgeSegment, to: number) =>
        bytes(key, noise, this.#block(session, minute), (to - minute) * TICKS);
      if (segments.length === 1) return read(segments[0]!, session.minutes);
      const all = new Uint8Array(session.minutes * TICKS);
      for (const [n, segment] of segments.entries())
        all.set(read(segment, segments[n + 1]?.minute ?? session.minutes), segment.minute * TICKS);
      return all;
    });
  }

  /** One minute's 64 bytes. */
  minute({ name, noise }: NoiseSource, session: SessionTimes, minute: number): Uint8Array {
    return this.#minutes.get(`${name} ${session.day} ${minute}`, () => {
      const { key } = this.#segments(session).findLast((segment) => segment.minute <= minute)!;
      return bytes(key, noise, this.#block(session, minute), TICKS);
    });
  }

  /** Forgets everything: a new seed rules some of it. */
  clear(): void {
    this.#sessions.clear();
    this.#minutes.clear();
  }

  #block = (session: SessionTimes, minute: number) =>
    ((session.day - this.#firstDay) * MAX_MINUTES + minute) * MINUTE_BLOCKS;
}
