import { fill } from '#core/locale/sentence.ts';
import { executedText } from '#core/trading/executed-text.ts';
import { pushToast } from '../../_state/toasts.ts';
import type { DoneOrder, SentOrder } from './orders.ts';
import type { ChartKey, ChartStrings } from './strings.ts';

/** Thrown when candles could not be fetched or read. `key` names the sentence of the toast. */
export class CandleError extends Error {
  readonly key: ChartKey;
  readonly symbol: string;

  constructor(key: ChartKey, symbol = '') {
    super(key);
    this.key = key;
    this.symbol = symbol;
  }
}

/** A panel's toasts. A `ChartKey` names the sentence to show. */
export type Announce = {
  refuse(title: ChartKey, message?: ChartKey, values?: Record<string, string>): void;
  /** @param isShown true when the page shows the message in a sentence or receipt: the toast is then only read out */
  fail(title: ChartKey, message: string, isShown?: boolean): void;
  failLoad(error: unknown): void;
  done(title: ChartKey, message: string, isShown?: boolean): void;
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
    fail(title, message, isSpoken = false) {
      pushToast({ kind: 'destructive', title: strings[title], message, isSpoken });
    },
    failLoad(error) {
      pushToast({ kind: 'destructive', title: strings.errorTitle, message: sentenceOf(error, strings) });
    },
    done(title, message, isSpoken = false) {
      pushToast({ kind: 'success', title: strings[title], message, isSpoken });
    },
  };
}

/** Returns the sentence about candles that could not be loaded. A TypeError of the browser, in English, has none. */
function sentenceOf(error: unknown, strings: ChartStrings): string {
  if (error instanceof CandleError) return fill(strings[error.key], { symbol: error.symbol });
  const text = error instanceof Error && !(error instanceof TypeError) ? error.message : '';
  return text || strings.loadFailed;
}

/** Returns the sentence about a placed order. */
export const waitsText = ({ placed }: SentOrder, symbol: string, strings: ChartStrings) =>
  fill(placed?.order.type === 'market' ? strings.placedOpening : strings.placed, { symbol });

/**
 * Shows toasts for a filled or placed order, and for the XP or level that the trader gained.
 * @param isShown true while a receipt on the page already shows the fill
 */
export function sayDone(
  { action, symbol }: Pick<DoneOrder['order'], 'action' | 'symbol'>,
  sent: SentOrder,
  strings: ChartStrings,
  say: Announce,
  isShown: boolean,
): void {
  const { trade } = sent;
  if (!trade) {
    say.done('placedTitle', waitsText(sent, symbol, strings), isShown);
    return;
  }
  say.done('executedTitle', executedText({ ...trade, action }, strings), isShown);
  const { xpGained: xp, levelsGained, tkfGained: tkf } = trade;
  if (levelsGained > 0) say.done('levelTitle', fill(strings.levelled, { xp, tkf }));
  else if (xp > 0) say.done('gainTitle', fill(strings.gained, { xp }));
}
