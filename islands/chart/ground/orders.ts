import type { Answer, Input } from '#core/contract/call.ts';

export type TicketAction = 'buy' | 'sell' | 'short' | 'cover';
export type SizeMode = 'quantity' | 'amount';

/** The event that a chart's box gets after a trade by one of its labels. The detail is a `DoneOrder`. */
export const LINE_TRADED = 'line-traded';

/** The additional terms of a working order, or of an order with target or stop. Prices are decimal strings. */
export type OrderTerms = Omit<
  Input<'POST /api/orders'>['body'],
  'symbol' | 'action' | 'quantity' | 'amount' | 'mode' | 'closeAll' | 'quotedPrice'
>;

export type Order = {
  user_id: number;
  symbol: string;
  action: TicketAction;
  mode: SizeMode;
  size: string;
  /** The price that the trader saw, dollars, decimal string; null for an order that waits. */
  quotedPrice: string | null;
  closeAll: boolean;
  reverse: boolean;
  /** The trader's reason; absent without one. */
  reason?: string;
  /** Null for a plain trade. */
  terms: OrderTerms | null;
};

/**
 * The response to an order: a filled order has `trade`, a working one `placed`; an entry with a bracket may have both.
 */
export type SentOrder = {
  trade: Answer<'POST /api/trade'> | null;
  placed: Answer<'POST /api/orders'> | null;
};

/** A sent order, with the facts for its receipt. */
export type DoneOrder = SentOrder & {
  order: Pick<Order, 'action' | 'symbol' | 'quotedPrice'>;
  /** Epoch ms. */
  doneAt: number;
};
