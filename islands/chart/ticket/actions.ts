import type { ChartKey } from '../panel/strings.ts';

/** What a ticket can order, and how its size is given. */
export type TicketAction = 'buy' | 'sell' | 'short' | 'cover';
export type SizeMode = 'quantity' | 'amount';

export const ACTION_NAME = {
  buy: 'buy',
  sell: 'sell',
  short: 'shortAction',
  cover: 'cover',
} as const satisfies Record<TicketAction, ChartKey>;
