import type { ChartKey } from '../panel/strings.ts';

/** What a ticket can order, and how its size is given. */
export type TicketAction = 'buy' | 'sell' | 'short' | 'cover';
export type SizeMode = 'quantity' | 'amount';

/** Dispatched on a chart's box with a `DoneOrder` as its detail: its labels traded. */
export const LINE_TRADED = 'line-traded';

export const ACTION_NAME = {
  buy: 'buy',
  sell: 'sell',
  short: 'shortAction',
  cover: 'cover',
} as const satisfies Record<TicketAction, ChartKey>;

/** Returns the wording of a trade's success. @param quantity shares */
export const executedKey = (quantity: number) => (quantity === 1 ? 'executedOne' : 'executed');
