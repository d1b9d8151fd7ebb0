/** Which seed rules when: the public history, then each seed period from its first whole minute on. */
import { dayOf, MINUTE_MS, type SessionTimes } from '../calendar.ts';
import type { SeedPeriod } from '../market.ts';
import type { BridgeSegment } from './bridge.ts';
import { type TapeKey, tapeKey } from './random.ts';

export class Seeds {
  readonly #history: TapeKey;
  #seedPeriods: { fromMs: number; key: TapeKey }[] = [];
  #segmentsByDay = new Map<number, BridgeSegment[]>();

  constructor(history: Uint8Array) {
    this.#history = tapeKey(history);
  }

  /**
   * Replaces the seed periods.
   * @returns the first day the old and new ones disagree on, null when they say the same
   */
  set(seedPeriods: readonly SeedPeriod[]): number | null {
    const before = this.#seedPeriods;
    const after: typeof before = [];
    for (const { effectiveFrom, seed } of [...seedPeriods].sort((a, b) => a.effectiveFrom - b.effectiveFrom))
      after.push({ fromMs: Math.ceil(effectiveFrom / MINUTE_MS) * MINUTE_MS, key: tapeKey(seed) });
    this.#seedPeriods = after;
    const from = (i: number) => Math.min(before[i]?.fromMs ?? Infinity, after[i]?.fromMs ?? Infinity);
    for (let i = 0; i < Math.max(before.length, after.length); i++)
      if (before[i]?.fromMs !== after[i]?.fromMs || before[i]?.key.id !== after[i]?.key.id) {
        const day = dayOf(from(i));
        for (const known of this.#segmentsByDay.keys()) if (known >= day) this.#segmentsByDay.delete(known);
        return day;
      }
    return null;
  }

  /** When the first seed period begins, epoch ms; null while the history rules. */
  get firstMs(): number | null {
    return this.#seedPeriods[0]?.fromMs ?? null;
  }

  keyAt(ms: number): TapeKey {
    return this.#seedPeriods.findLast((e) => e.fromMs <= ms)?.key ?? this.#history;
  }

  /** The stretches of a session, each under one seed. */
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
