import type { Order } from './send.ts';

/** What a trader means to do once, with the order as it was first sent and its key. */
export type Intent = { what: string; order: Order; key: string };

/**
 * The same order confirmed again after its answer was lost is the same intent, whatever the price shows by now: it
 * goes out as it did the first time, so that it fills at most once.
 */
export function intentOf(order: Order, before: Intent | null, newKey: () => string): Intent {
  const { quotedPrice: _, ...rest } = order;
  const what = JSON.stringify(rest);
  return before?.what === what ? before : { what, order, key: newKey() };
}
