/** Orders as tickets and labels send them, and what became of them. */
import type { Answer, Input } from '#core/contract/call.ts';

export type TicketAction = 'buy' | 'sell' | 'short' | 'cover';
export type SizeMode = 'quantity' | 'amount';

/** Dispatched on a chart's box with a `DoneOrder` as its detail: its labels traded. */
export const LINE_TRADED = 'line-traded';

/** What an order that waits, or one with target or stop, has besides. Prices are decimal strings. */
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
  /** Dollars on the trader's screen, decimal string; null where the order names no price. */
  quotedPrice: string | null;
  closeAll: boolean;
  reverse: boolean;
  /** Null: it fills at once, alone. */
  terms: OrderTerms | null;
};

/** A filled order has a trade, a placed one is on the books; a bracket's entry may have both. */
export type SentOrder = {
  trade: Answer<'POST /api/trade'> | null;
  placed: Answer<'POST /api/orders'> | null;
};

/** A sent order with what its receipt says. */
export type DoneOrder = SentOrder & {
  order: Pick<Order, 'action' | 'symbol' | 'quotedPrice'>;
  /** Epoch ms. */
  at: number;
};
