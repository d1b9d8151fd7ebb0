import { fill } from '#core/locale/fill.ts';
import { pushToast } from '../../_state/toasts.ts';
import type { ChartKey, ChartStrings } from './strings.ts';

/** A panel's way to speak: toasts by key. */
export type Announce = {
  refuse(title: ChartKey, message?: ChartKey, values?: Record<string, string>): void;
  fail(title: ChartKey, message: string): void;
  done(title: ChartKey, message: string): void;
};

export function createAnnounce(strings: ChartStrings): Announce {
  return {
    refuse(title, message, values = {}) {
      pushToast({
        kind: 'destructive',
        title: strings[title],
        ...(message && { message: fill(strings[message], values) }),
      });
    },
    fail(title, message) {
      pushToast({ kind: 'destructive', title: strings[title], message });
    },
    done(title, message) {
      pushToast({ kind: 'success', title: strings[title], message });
    },
  };
}
