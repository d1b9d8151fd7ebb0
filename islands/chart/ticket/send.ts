import { CHANGE_TIMEOUT_MS, call, HttpError } from '#core/contract/call.ts';
import { pageGame } from '../../_state/game.ts';
import { newKey } from '../../_state/key.ts';
import type { Order, SentOrder } from '../ground/orders.ts';

/** The requests of a ticket: the price when it opens, the order, and the outcome of an order without a response. */

/** `price`: dollars, decimal string. */
export type PriceResult = { ok: true; price: string } | { ok: false; message: string | null };

/**
 * Fetches the newest price. A failure's message is the server's error, else the status text, else null.
 * @throws when `signal` is aborted
 */
export async function fetchPrice(symbol: string, signal?: AbortSignal): Promise<PriceResult> {
  try {
    const { price } = await call('GET /api/price', { query: { symbol } }, { signal });
    return Number.isFinite(price) ? { ok: true, price: String(price) } : { ok: false, message: null };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { ok: false, message: error instanceof HttpError ? error.text || error.statusText || null : null };
  }
}

export type OrderRefusal = {
  message: string;
  code: string | null;
  /** The new price that PRICE_MOVED and PRICE_CROSSED name, dollars, decimal string; null for any other refusal. */
  price: string | null;
  fields: readonly string[];
  /** True when it is certain that nothing was filled: sending the order again is a new order. */
  final: boolean;
};

type OrderResult = ({ ok: true } & SentOrder) | ({ ok: false } & OrderRefusal);

function refusalOf(error: HttpError, unknownError: string): OrderRefusal {
  const { code = null, price = null, issues = [] } = error.body;
  return {
    message: error.text || error.statusText || unknownError,
    code,
    price: price === null ? null : String(price),
    fields: issues.map(({ path }) => path),
    final: error.status < 500 || code === 'STALE_PRICE',
  };
}

/**
 * Sends an order. A refusal is a result; only a lost connection throws.
 * @param key one for each intent: an order sent twice with the same key fills once
 * @throws Error without a response
 */
export async function sendOrder(order: Order, key: string, unknownError: string): Promise<OrderResult> {
  const { mode, size, quotedPrice, closeAll, reverse, terms, ...rest } = order;
  const body = {
    ...rest,
    ...pageGame(),
    ...(closeAll ? { closeAll } : { [mode]: size }),
    ...(reverse && { reverse }),
    ...(quotedPrice !== null && { quotedPrice }),
  };
  const options = { idempotencyKey: key, signal: AbortSignal.timeout(CHANGE_TIMEOUT_MS) };
  try {
    if (!terms) return { ok: true, trade: await call('POST /api/trade', { body }, options), placed: null };
    const placed = await call('POST /api/orders', { body: { ...body, ...terms } }, options);
    return { ok: true, trade: placed.trade, placed };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { ok: false, ...refusalOf(error, unknownError) };
  }
}

/** An order that the trader wants filled once: its terms without the price, the request as first sent, and its key. */
export type Intent = { terms: string; order: Order; key: string };

/**
 * Returns the intent of a confirmed order. Confirming the same terms again after a lost response is the same intent,
 * even at another price: the first request is sent again with its key, so that the order fills at most once.
 */
export function intentOf(order: Order, previous: Intent | null, makeKey: () => string = newKey): Intent {
  const { quotedPrice: _, ...rest } = order;
  const terms = JSON.stringify(rest);
  return previous?.terms === terms ? previous : { terms, order, key: makeKey() };
}
