/** What a ticket can order, and how its size is given. */
export type TicketAction = 'buy' | 'sell' | 'short' | 'cover';
export type SizeMode = 'quantity' | 'amount';

/** Dispatched on a chart's box with a `DoneOrder` as its detail: its labels traded. */
export const LINE_TRADED = 'line-traded';
