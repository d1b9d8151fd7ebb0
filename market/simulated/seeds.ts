/**
 * The seeds of the tape by time, and the noise they generate. The public seed comes first; each seed period begins at
 * a whole minute.
 */

import { dayOf, MAX_MINUTES, MINUTE_MS, type SessionTimes } from '../calendar.ts';
import type { SeedPeriod } from '../market.ts';
import type { BridgeSegment } from './course.ts';
import { Lru } from './lru.ts';
import { TICKS } from './minute.ts';
import { BYTES_PER_BLOCK, bytes, type RandomStream, type TapeKey, tapeKey } from './random.ts';

export class Seeds {
  readonly #history: TapeKey;
  #seedPeriods: { fromMs: number; key: TapeKey }[] = [];
  #segmentsByDay = new Map<number, BridgeSegment[]>();

  constructor(history: Uint8Array) {
    this.#history = tapeKey(history);
  }

  /** @returns the first day whose seeds differ from the previous ones; null when no seed has changed */
  set(seedPeriods: readonly SeedPeriod[]): number | null {
    const previous = this.#seedPeriods;
    const next: typeof previous = [];
    for (const { effectiveFrom, seed } of [...seedPeriods].sort((a, b) => a.effectiveFrom - b.effectiveFrom))
      next.push({ fromMs: Math.ceil(effectiveFrom / MINUTE_MS) * MINUTE_MS, key: tapeKey(seed) });
    this.#seedPeriods = next;
    const from = (i: number) => Math.min(previous[i]?.fromMs ?? Infinity, next[i]?.fromMs ?? Infinity);
    for (let i = 0; i < Math.max(previous.length, next.length); i++)
      if (previous[i]?.fromMs !== next[i]?.fromMs || previous[i]?.key.id !== next[i]?.key.id) {
        const day = dayOf(from(i));
        for (const cached of this.#segmentsByDay.keys())
          if (cached >= day) this.#segmentsByDay.delete(cached);
        return day;
      }
    return null;
  }

  /** Start of the first seed period, epoch ms; null without one. */
  get firstMs(): number | null {
    return this.#seedPeriods[0]?.fromMs ?? null;
  }

  keyAt(ms: number): TapeKey {
    return this.#seedPeriods.findLast((e) => e.fromMs <= ms)?.key ?? this.#history;
  }

  readonly segments = (session: SessionTimes): BridgeSegment[] => {
    let segments = this.#segmentsByDay.get(session.day);
    if (!segments) {
      segments = [{ minute: 0, key: this.keyAt(session.openMs) }];
      for (const { fromMs, key } of this.#seedPeriods) {
        const minute = (fromMs - session.openMs) / MINUTE_MS;
        if (minute > 0 && minute < session.minutes) segments.push({ minute, key });
      }
      this.#segmentsByDay.set(session.day, segments);
    }
    return segments;
  };
}

/** Blocks per minute: a byte for each of the 63 nodes between open and close, and one unused byte. */
const MINUTE_BLOCKS = TICKS / BYTES_PER_BLOCK;
/**
 * How many sessions (92 KB each) and minutes are cached. Few suffice, because companies share the noise of market and
 * sectors.
 */
const KEEP_SESSIONS = 24;
const KEEP_MINUTES = 48;

export const SILENCE = new Uint8Array(MAX_MINUTES * TICKS);

/** `name` is unique. */
type NoiseSource = { name: string; noise: RandomStream };

/** Noise within minutes, by factor: whole sessions for charts, single minutes for prices. */
export class Noise {
  readonly #segments: (session: SessionTimes) => BridgeSegment[];
  readonly #firstDay: number;
  readonly #sessions = new Lru<string, Uint8Array>(KEEP_SESSIONS);
  readonly #minutes = new Lru<string, Uint8Array>(KEEP_MINUTES);

  /** @param firstDay the tape's first day, where counters begin */
  constructor(segments: (session: SessionTimes) => BridgeSegment[], firstDay: number) {
    this.#segments = segments;
    this.#firstDay = firstDay;
  }

  /** Returns a session's bytes, 64 a minute. */
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

  /** Returns the 64 bytes of a minute. */
  minute({ name, noise }: NoiseSource, session: SessionTimes, minute: number): Uint8Array {
    return this.#minutes.get(`${name} ${session.day} ${minute}`, () => {
      const { key } = this.#segments(session).findLast((segment) => segment.minute <= minute)!;
      return bytes(key, noise, this.#block(session, minute), TICKS);
    });
  }

  clear(): void {
    this.#sessions.clear();
    this.#minutes.clear();
  }

  #block = (session: SessionTimes, minute: number) =>
    ((session.day - this.#firstDay) * MAX_MINUTES + minute) * MINUTE_BLOCKS;
}
