/** The outcome of an order whose response was lost. */
import { CHANGE_TIMEOUT_MS, call, HttpError } from '#core/contract/call.ts';
import type { SentOrder } from '../ground/orders.ts';
import type { ChartStrings } from '../ground/strings.ts';

/** The interval of polls, ms. */
const ASK_MS = 2000;
/** Polls before the outcome is reported as unknown: about 10 minutes while the browser is online. */
export const MOST_ASKS = 300;

type LostTexts = Pick<ChartStrings, 'neverArrived' | 'outcomeUnknown'>;
type LostOutcome = SentOrder | { sentence: string };

/**
 * Polls for the outcome of an order by its key, while the browser is online. It never sends the order again. The polls
 * end with the stored response, with a refusal, or after MOST_ASKS polls without either.
 * @param onEnd called once, with the response to the order, or with the sentence to show where there is none
 * @returns a function that stops
 */
export function followLost(key: string, texts: LostTexts, onEnd: (outcome: LostOutcome) => void): () => void {
  const over = new AbortController();
  let asks = 0;
  let isAsking = false;
  const ask = async () => {
    if (!navigator.onLine || isAsking) return;
    isAsking = true;
    const answer = await askFor(key, texts);
    isAsking = false;
    asks += 1;
    const outcome = answer ?? (asks < MOST_ASKS ? null : { sentence: texts.outcomeUnknown });
    if (!outcome || over.signal.aborted) return;
    over.abort();
    onEnd(outcome);
  };
  const timer = setInterval(ask, ASK_MS);
  over.signal.addEventListener('abort', () => clearInterval(timer));
  window.addEventListener('online', ask, { signal: over.signal });
  return () => over.abort();
}

/** Returns null when a later poll may know more: without a response, for a failing server, and for a rate limit. */
async function askFor(key: string, { neverArrived }: LostTexts): Promise<LostOutcome | null> {
  const options = { signal: AbortSignal.timeout(CHANGE_TIMEOUT_MS) };
  try {
    const { trade, placed } = await call('GET /api/trade/:key', { params: { key } }, options);
    return { trade: placed?.trade ?? trade, placed };
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500 || error.status === 429) return null;
    if (error.body.code === 'ORDER_NOT_FOUND') return { sentence: neverArrived };
    return error.text === null ? null : { sentence: error.text };
  }
}
