/** Which seed rules when: the public history, then each epoch from its first whole minute on. */
import { dayOf, MINUTE_MS, type SessionTimes } from '../calendar.ts';
import type { Epoch } from '../market.ts';
import type { Segment } from './bridge.ts';
import { type TapeKey, tapeKey } from './random.ts';

export class Seeds {
  readonly #history: TapeKey;
  #epochs: { fromMs: number; key: TapeKey }[] = [];
  #segmentsByDay = new Map<number, Segment[]>();

  constructor(history: Uint8Array) {
    this.#history = tapeKey(history);
  }

  /**
   * Replaces the epochs.
   * @returns the first day the old and new ones disagree on, null when they say the same
   */
  set(epochs: readonly Epoch[]): number | null {
    const before = this.#epochs;
    const after: typeof before = [];
    for (const { effectiveFrom, seed } of [...epochs].sort((a, b) => a.effectiveFrom - b.effectiveFrom))
      after.push({ fromMs: Math.ceil(effectiveFrom / MINUTE_MS) * MINUTE_MS, key: tapeKey(seed) });
    this.#epochs = after;
    const from = (i: number) => Math.min(before[i]?.fromMs ?? Infinity, after[i]?.fromMs ?? Infinity);
    for (let i = 0; i < Math.max(before.length, after.length); i++)
      if (before[i]?.fromMs !== after[i]?.fromMs || before[i]?.key.id !== after[i]?.key.id) {
        const day = dayOf(from(i));
        for (const known of this.#segmentsByDay.keys()) if (known >= day) this.#segmentsByDay.delete(known);
        return day;
      }
    return null;
  }

  /** When the first epoch begins, epoch ms; null while the history rules. */
  get firstMs(): number | null {
    return this.#epochs[0]?.fromMs ?? null;
  }

  keyAt(ms: number): TapeKey {
    return this.#epochs.findLast((e) => e.fromMs <= ms)?.key ?? this.#history;
  }

  /** The stretches of a session, each under one seed. */
  readonly segments = (session: SessionTimes): Segment[] => {
    let segments = this.#segmentsByDay.get(session.day);
    if (!segments) {
      segments = [{ minute: 0, key: this.keyAt(session.openMs) }];
      for (const { fromMs, key } of this.#epochs) {
        const minute = (fromMs - session.openMs) / MINUTE_MS;
        if (minute > 0 && minute < session.minutes) segments.push({ minute, key });
      }
      this.#segmentsByDay.set(session.day, segments);
    }
    return segments;
  };
}
