import * as at from '#core/contract/addresses.ts';
import { type Answer, call, HttpError } from '#core/contract/call.ts';
import type { SizeMode, TicketAction } from './actions.ts';

/** The two calls of a ticket: the price when it opens, the order when it is confirmed. */

export type PriceResult = { ok: true; price: number } | { ok: false; message: string | null };

/** The message is the server's error, else the status text, else null. */
export async function fetchPrice(symbol: string, signal?: AbortSignal): Promise<PriceResult> {
  try {
    const { price } = await call(at.price, { query: { symbol } }, { signal });
    return Number.isFinite(price) ? { ok: true, price } : { ok: false, message: null };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { ok: false, message: error instanceof HttpError ? error.text || error.statusText || null : null };
  }
}

export type Order = {
  user_id: number;
  symbol: string;
  action: TicketAction;
  mode: SizeMode;
  size: string;
  quotedPrice: number | null;
  closeAll: boolean;
  reverse: boolean;
};

export type OrderResult =
  | ({ ok: true } & Answer<typeof at.trade>)
  | {
      ok: false;
      message: string;
      code: string | null;
      price: number | null;
      /** Surely nothing was filled: sent once more, it is another order. */
      final: boolean;
    };

/** An answer that takes longer is lost: the same order can be sent again without filling twice. */
const PATIENCE_MS = 20_000;

/**
 * A refusal is an answer; only a lost connection throws.
 * @param key one per intent: the same order sent twice with it fills once
 * @throws Error when no answer came
 */
export async function sendOrder(order: Order, key: string, unknownError: string): Promise<OrderResult> {
  const { mode, size, quotedPrice, closeAll, reverse, ...rest } = order;
  const body = {
    ...rest,
    ...(closeAll ? { closeAll } : { [mode]: size }),
    ...(reverse && { reverse }),
    ...(quotedPrice !== null && { quotedPrice }),
  };
  const options = { idempotencyKey: key, signal: AbortSignal.timeout(PATIENCE_MS) };
  try {
    return { ok: true, ...(await call(at.trade, { body }, options)) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { code = null, price = null } = error.body;
    return {
      ok: false,
      message: error.text || error.statusText || unknownError,
      code,
      final: error.status < 500 || code === 'STALE_PRICE',
      price,
    };
  }
}
