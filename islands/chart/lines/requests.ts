/** What the labels of a chart send. */
import * as at from '#core/contract/addresses.ts';
import { type Answer, call, HttpError } from '#core/contract/call.ts';
import type { WireOrder } from '#core/contract/schemas/order-answers.ts';
import type { Holding } from '#core/trading/holding-text.ts';
import { newKey } from '../../_state/key.ts';
import { closingOf, type Line } from './line.ts';

/** What came of it: the answer, or the sentence that says why not. */
export type RequestOutcome<T> = { answer: T } | { sentence: string };

const PATIENCE_MS = 20_000;

async function outcome<T>(send: (options: object) => Promise<T>, lost: string): Promise<RequestOutcome<T>> {
  const options = { idempotencyKey: newKey(), signal: AbortSignal.timeout(PATIENCE_MS) };
  try {
    return { answer: await send(options) };
  } catch (error) {
    if (error instanceof HttpError) return { sentence: error.text ?? lost };
    // the same key once more: what was done already is told, not done again
    return send(options).then(
      (answer) => ({ answer }),
      () => ({ sentence: lost }),
    );
  }
}

/** Closes a whole position. @param quotedPrice what the label showed, dollars */
export const closePosition = (
  userId: number,
  position: Holding,
  quotedPrice: string | null,
  lost: string,
): Promise<RequestOutcome<Answer<typeof at.trade>>> => {
  const { symbol } = position;
  const body = { user_id: userId, symbol, action: closingOf(position), closeAll: true };
  const quoted = quotedPrice === null ? {} : { quotedPrice };
  return outcome((options) => call(at.trade, { body: { ...body, ...quoted } }, options), lost);
};

export const sendCancel = ({ id }: WireOrder, lost: string): Promise<RequestOutcome<WireOrder>> =>
  outcome((options) => call(at.cancelOrder, { params: { id }, query: {} }, options), lost);

/** Moves an order to another price. @param price decimal string */
export const moveOrder = (
  { id, movable }: Line,
  price: string,
  lost: string,
): Promise<RequestOutcome<WireOrder>> =>
  outcome((options) => call(at.replaceOrder, { params: { id }, body: { [movable!]: price } }, options), lost);

/** The live orders of the trader in a symbol; targets and stops beside what they belong to. */
export async function readLiveOrders(symbol: string): Promise<WireOrder[]> {
  const { orders } = await call(at.orders, { query: { status: 'live', symbol, limit: 500 } });
  return orders.flatMap(({ children, ...order }) => [order, ...children]);
}
