/** What the labels of a chart send. */
import { type Answer, call, HttpError, type Input } from '#core/contract/call.ts';
import type { WireOrder } from '#core/contract/orders.ts';
import { newKey } from '../../_state/key.ts';
import type { ChartStrings } from '../ground/strings.ts';
import type { Line } from './line.ts';

/** What came of it: the answer, or the sentence that says why not. */
export type RequestOutcome<T> = { answer: T } | { sentence: string; code?: string };

/** What a request says while it is under way, and when it came to nothing. */
export type RequestTexts = Pick<ChartStrings, 'failed' | 'offlineNothing' | 'noAnswer' | 'neverArrived'>;

const PATIENCE_MS = 20_000;
/** A lost order is asked for this often, while there is a line, ms. */
const ASK_MS = 2000;

const optionsOf = (idempotencyKey: string) => ({ idempotencyKey, signal: AbortSignal.timeout(PATIENCE_MS) });
const refusalOf = (error: HttpError, { failed }: RequestTexts) => ({
  sentence: error.text ?? failed,
  code: error.body.code,
});

/** For what may be done twice: it is tried once more when no answer comes. */
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

/** What is traded at the market; `quotedPrice` is what the label showed, dollars. */
export type MarketTrade = Pick<
  Input<'POST /api/trade'>['body'],
  'symbol' | 'action' | 'quantity' | 'closeAll'
> & {
  user_id: number;
  quotedPrice: string | null;
};

/**
 * Sends an order once. Without an answer it is asked for by its key as soon as there is a line; it is not sent again.
 * @param onLost called when it is being asked for
 */
export async function tradeNow(
  { quotedPrice, ...rest }: MarketTrade,
  texts: RequestTexts,
  onLost: () => void,
): Promise<RequestOutcome<Answer<'POST /api/trade'>>> {
  if (!navigator.onLine) return { sentence: texts.offlineNothing };
  const key = newKey();
  const body = { ...rest, ...(quotedPrice !== null && { quotedPrice }) };
  try {
    return { answer: await call('POST /api/trade', { body }, optionsOf(key)) };
  } catch (error) {
    if (error instanceof HttpError) return refusalOf(error, texts);
  }
  onLost();
  const trade = await becameOf(key);
  return trade ? { answer: trade } : { sentence: texts.neverArrived };
}

/** @returns null when it never arrived */
function becameOf(key: string): Promise<Answer<'POST /api/trade'> | null> {
  return new Promise((done) => {
    const over = new AbortController();
    const ask = async () => {
      if (!navigator.onLine) return;
      const found = await call('GET /api/trade/:key', { params: { key } }).catch((error) =>
        error instanceof HttpError && error.status === 404 ? { trade: null } : undefined,
      );
      if (!found) return;
      over.abort();
      done(found.trade);
    };
    const timer = setInterval(ask, ASK_MS);
    over.signal.addEventListener('abort', () => clearInterval(timer));
    window.addEventListener('online', ask, { signal: over.signal });
  });
}

export const sendCancel = ({ id }: WireOrder, texts: RequestTexts): Promise<RequestOutcome<WireOrder>> =>
  outcome((options) => call('DELETE /api/orders/:id', { params: { id }, query: {} }, options), texts);

/** Moves an order to another price. @param price decimal string */
export const moveOrder = (
  { id, movable }: Line,
  price: string,
  texts: RequestTexts,
): Promise<RequestOutcome<WireOrder>> =>
  outcome(
    (options) => call('PATCH /api/orders/:id', { params: { id }, body: { [movable!]: price } }, options),
    texts,
  );

/** The live orders of the trader in a symbol; targets and stops beside what they belong to. */
export async function readLiveOrders(symbol: string): Promise<WireOrder[]> {
  const { orders } = await call('GET /api/orders', { query: { status: 'live', symbol, limit: 500 } });
  return orders.flatMap(({ children, ...order }) => [order, ...children]);
}
