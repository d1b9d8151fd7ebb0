/** The messages of the socket. */
import { z } from 'zod';
import { EVENT_KINDS } from '../orders/order.ts';
import { WireOrder } from './orders.ts';
import { WireChainHead } from './season.ts';

/** Messages of the server, by event. All except `trade` have the event as `type`. */
export const EVENTS = {
  competition: z.strictObject({
    type: z.literal('competition'),
    active: z.boolean(),
    greeting: z.literal(true).optional().describe('Says how things stand, not that anything changed'),
  }),
  account: z
    .strictObject({
      type: z.literal('account'),
      cause: z.string().optional().describe('The Idempotency-Key of the request that did it'),
    })
    .describe('Cash, positions or items changed'),
  order: z
    .strictObject({ type: z.literal('order'), event: z.enum(EVENT_KINDS), order: WireOrder })
    .describe('An order of this user changed'),
  standings: z
    .strictObject({ type: z.literal('standings'), generation: z.int() })
    .describe('There is a newer ranking'),
  standing: z
    .strictObject({ type: z.literal('standing'), equity: z.string(), place: z.string().nullable() })
    .describe(
      "This user's portfolio value and place by the newest ranking, as texts; place null without one",
    ),
  chain: z
    .strictObject({ type: z.literal('chain'), ...WireChainHead.shape })
    .describe("The season's chain goes on: sent to who watches a ticker"),
  tradeSuccess: z
    .strictObject({ type: z.literal('tradeSuccess'), username: z.string(), profitPercentage: z.number() })
    .describe('Somebody else closed a trade at a profit, in percent: the best one of 20 s'),
  notice: z
    .strictObject({
      type: z.literal('notice'),
      kind: z.enum(['success', 'error']),
      title: z.string(),
      message: z.string(),
    })
    .describe("For this user, in the reader's language"),
  alive: z
    .strictObject({ type: z.literal('alive') })
    .describe('Every 20 s: a socket that is silent for longer is dead'),
  error: z
    .strictObject({ type: z.literal('error'), message: z.string() })
    .describe('Why a message was not taken'),
  trade: z
    .strictObject({ ticker: z.string(), trade: z.strictObject({ price: z.number(), time: z.int() }) })
    .describe('The newest price of a watched ticker; time in epoch ms'),
};
export const ServerMessageSchema = z.union(Object.values(EVENTS));

/** Messages of a browser. Unknown keys are ignored. */
export const ClientMessageSchema = z.object({
  action: z.enum(['subscribe', 'unsubscribe']),
  ticker: z.string().max(200),
});
