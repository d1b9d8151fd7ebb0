/** Requests of the chart's labels. */
import { type Answer, call, HttpError, type Input } from '#core/contract/call.ts';
import type { WireOrder } from '#core/contract/orders.ts';
import { pageGame } from '../../_state/game.ts';
import { newKey } from '../../_state/key.ts';
import type { ChartStrings } from '../ground/strings.ts';
import type { Line } from './line.ts';

/** A response, or the sentence and code of a refusal. */
export type RequestOutcome<T> = { answer: T } | { sentence: string; code?: string };

/** Sentences about failed and unanswered requests. */
export type RequestTexts = Pick<ChartStrings, 'failed' | 'offlineNothing' | 'noAnswer' | 'neverArrived'>;

const PATIENCE_MS = 20_000;
/** Polling interval for an unanswered order, while the browser is online, ms. */
const ASK_MS = 2000;

const optionsOf = (idempotencyKey: string) => ({ idempotencyKey, signal: AbortSignal.timeout(PATIENCE_MS) });
const refusalOf = (error: HttpError, { failed }: RequestTexts) => ({
  sentence: error.text ?? failed,
  code: error.body.code,
});

/** Sends an idempotent request, and once more without a response. */
async function outcome<T>(
  send: (options: object) => Promise<T>,
  texts: RequestTexts,
): Promise<RequestOutcome<T>> {
  if (!navigator.onLine) return { sentence: texts.offlineNothing };
  const key = newKey();
  try {
    return { answer: await send(optionsOf(key)) };
  } catch (error) {
    if (error instanceof HttpError) return refusalOf(error, texts);
    return send(optionsOf(key)).then(
      (answer) => ({ answer }),
      () => ({ sentence: texts.failed }),
    );
  }
}

/** A trade at the market; `quotedPrice` is the price on the label, dollars, decimal string. */
export type MarketTrade = Pick<
  Input<'POST /api/trade'>['body'],
  'symbol' | 'action' | 'quantity' | 'closeAll'
> & {
  user_id: number;
  quotedPrice: string | null;
};

/**
 * Sends an order once. Without a response its outcome is polled by its key while the browser is online; it is never sent
 * again.
 * @param onLost called when polling begins
 */
export async function tradeNow(
  { quotedPrice, ...rest }: MarketTrade,
  texts: RequestTexts,
  onLost: () => void,
): Promise<RequestOutcome<Answer<'POST /api/trade'>>> {
  if (!navigator.onLine) return { sentence: texts.offlineNothing };
  const key = newKey();
  const body = { ...rest, ...pageGame(), ...(quotedPrice !== null && { quotedPrice }) };
  try {
    return { answer: await call('POST /api/trade', { body }, optionsOf(key)) };
  } catch (error) {
    if (error instanceof HttpError) return refusalOf(error, texts);
  }
  onLost();
  const trade = await becameOf(key);
  return trade ? { answer: trade } : { sentence: texts.neverArrived };
}

/** Polls for the outcome of an order. @returns null when the order never arrived */
function becameOf(key: string): Promise<Answer<'POST /api/trade'> | null> {
  return new Promise((done) => {
    const over = new AbortController();
    const ask = async () => {
      if (!navigator.onLine) return;
      const answer = await call('GET /api/trade/:key', { params: { key } }).catch((error) =>
        error instanceof HttpError && error.status === 404 ? { trade: null } : undefined,
      );
      if (!answer) return;
      over.abort();
      done(answer.trade);
    };
    const timer = setInterval(ask, ASK_MS);
    over.signal.addEventListener('abort', () => clearInterval(timer));
    window.addEventListener('online', ask, { signal: over.signal });
  });
}

export const sendCancel = ({ id }: WireOrder, texts: RequestTexts): Promise<RequestOutcome<WireOrder>> =>
  outcome((options) => call('DELETE /api/orders/:id', { params: { id }, query: {} }, options), texts);

/** Changes the price of an order that the line shows; an entry takes its target and stop along. @param price decimal string */
export const moveOrder = (
  { id, movable }: Line,
  price: string,
  texts: RequestTexts,
): Promise<RequestOutcome<WireOrder>> => {
  const body = { [movable!]: price, carry: true };
  return outcome((options) => call('PATCH /api/orders/:id', { params: { id }, body }, options), texts);
};
