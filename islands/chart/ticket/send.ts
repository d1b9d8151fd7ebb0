import type { SizeMode, TicketAction } from './actions.ts';

/** The two calls of a ticket: the price when it opens, the order when it is confirmed. */

export type PriceResult = { ok: true; price: number } | { ok: false; message: string | null };

/** GET /api/price. The message is the server's error, else the status text, else null. */
export async function fetchPrice(symbol: string, signal?: AbortSignal): Promise<PriceResult> {
  try {
    const response = await fetch(`/api/price?symbol=${encodeURIComponent(symbol)}`, {
      headers: { accept: 'application/json' },
      credentials: 'include',
      ...(signal && { signal }),
    });
    const body = await readBody(response);
    if (!response.ok) return { ok: false, message: text(body.error) ?? (response.statusText || null) };
    const { price } = body;
    if (typeof price === 'number' && Number.isFinite(price)) return { ok: true, price };
    return { ok: false, message: text(body.error) };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { ok: false, message: null };
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
  | {
      ok: true;
      action: string;
      quantity: number;
      symbol: string;
      price: number;
      cash: string | null;
      /** What closing at a profit earned; 0 for anything else. */
      xpGained: number;
      levelsGained: number;
      tkfGained: number;
    }
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
 * POST /api/trade. A refusal is an answer; only a lost connection throws.
 * @param key one per intent: the same order sent twice with it fills once
 * @throws Error when no answer came
 */
export async function sendOrder(order: Order, key: string, unknownError: string): Promise<OrderResult> {
  const { mode, size, quotedPrice, closeAll, reverse, ...rest } = order;
  const response = await fetch('/api/trade', {
    method: 'POST',
    credentials: 'include',
    headers: { accept: 'application/json', 'content-type': 'application/json', 'idempotency-key': key },
    signal: AbortSignal.timeout(PATIENCE_MS),
    body: JSON.stringify({
      ...rest,
      ...(closeAll ? { closeAll } : { [mode]: size }),
      ...(reverse && { reverse }),
      ...(quotedPrice !== null && { quotedPrice }),
    }),
  });
  const body = await readBody(response);
  if (!response.ok || text(body.error)) {
    const code = text(body.code);
    return {
      ok: false,
      message: text(body.error) ?? (response.statusText || unknownError),
      code,
      final: response.status < 500 || code === 'STALE_PRICE',
      price: typeof body.price === 'number' ? body.price : null,
    };
  }
  return {
    ok: true,
    action: String(body.action),
    quantity: Number(body.quantity),
    symbol: String(body.symbol),
    price: Number(body.price),
    cash: text(body.cash),
    xpGained: Number(body.xpGained) || 0,
    levelsGained: Number(body.levelsGained) || 0,
    tkfGained: Number(body.tkfGained) || 0,
  };
}

async function readBody(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
