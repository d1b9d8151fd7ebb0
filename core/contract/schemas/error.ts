/** What a refusal is answered with. */
import { z } from 'zod';
import { REFUSALS, type RefusalCode } from '../../refusals/refusals.ts';
import { decimalText, dollars, instant } from '../fields.ts';
import { WireOrder } from './order-answers.ts';

const CODES = Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]];

/** Dollars, prices and shares are decimal strings. */
const Params = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]));

/** The same sentence twice, because callers read now one field, now the other; then the facts of some refusals. */
export const RefusalBody = z.object({
  error: z.string().describe("A sentence in the reader's language"),
  message: z.string().describe('The same sentence'),
  code: z.enum(CODES),
  reason: z.string().optional().describe('Which of the refusals of its code it is, where there are several'),
  params: Params.optional().describe('The values its sentence names, unformatted'),
  issues: z
    .array(z.object({ path: z.string(), code: z.string(), params: Params.optional(), message: z.string() }))
    .optional()
    .describe('What is wrong, field by field'),
  price: z
    .number()
    .optional()
    .describe('The new price (PRICE_MOVED, PRICE_CROSSED), or TKF (NOT_ENOUGH_TKF)'),
  tkf: z.int().optional().describe('TKF there is (NOT_ENOUGH_TKF)'),
  maxQuantity: decimalText.optional().describe('The largest quantity that would be filled'),
  maxShare: z.number().nullable().optional().describe('Percent of the start cash (SHARE_LIMIT)'),
  minPrice: dollars.optional().describe('The lowest price shares may have (PRICE_TOO_LOW)'),
  cash: dollars.optional().describe('Cash there is (NOT_ENOUGH_CASH)'),
  position: z
    .object({ type: z.enum(['long', 'short']), quantity: decimalText })
    .optional()
    .describe('The other side that is held (POSITION_CONFLICT)'),
  canReverse: z.boolean().optional().describe('The order would be filled with `reverse`'),
  opensAt: instant.nullable().optional().describe('When the market opens (MARKET_CLOSED)'),
  stopPrice: decimalText.optional().describe('The stop that is reached already (PRICE_CROSSED)'),
  base: decimalText.optional().describe('What target and stop are measured from (BRACKET_PRICES)'),
  limit: z
    .int()
    .optional()
    .describe('The most working orders there may be (TOO_MANY_ORDERS), or the most a day (DAY_FULL)'),
  available: dollars.optional().describe('Cash that no working order reserves (NOT_ENOUGH_CASH)'),
  held: dollars.optional().describe('Cash that working orders reserve (NOT_ENOUGH_CASH)'),
  orders: z.int().optional().describe('How many orders reserve it (NOT_ENOUGH_CASH)'),
  order: WireOrder.optional().describe('As it is now (ORDER_FINAL)'),
  trouble: z.string().optional().describe('Why the source of prices has none (UNAVAILABLE)'),
});
export type RefusalBody = z.output<typeof RefusalBody>;
