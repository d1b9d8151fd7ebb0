import { fill } from '#core/locale/fill.ts';
import { pushToast } from '../../_state/toasts.ts';
import { CandleError } from '../data/data.ts';
import type { ChartKey, ChartStrings } from './strings.ts';

/** A panel's way to speak: toasts by key. */
export type Announce = {
  refuse(title: ChartKey, message?: ChartKey, values?: Record<string, string>): void;
  fail(title: ChartKey, message: string): void;
  /** Bars did not come. */
  failLoad(error: unknown): void;
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
    failLoad(error) {
      const isKnown = error instanceof CandleError;
      const sentence = isKnown
        ? fill(strings[error.key], { symbol: error.symbol })
        : (error as Error)?.message;
      pushToast({ kind: 'destructive', title: strings.errorTitle, message: sentence || strings.loadFailed });
    },
    done(title, message) {
      pushToast({ kind: 'success', title: strings[title], message });
    },
  };
}
