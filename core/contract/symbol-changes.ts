/** Symbols that a bought feed no longer prices: what an admin decides about them. */
import { z } from 'zod';
import { PRICE_DIGITS } from '../money/money.ts';
import { issue } from '../refusals/issues.ts';
import type { EndpointTable } from './endpoint.ts';
import { decimal, formCall } from './fields.ts';
import { symbolField } from './market.ts';
import { MAX_PRICE, MIN_PRICE } from './trade.ts';

const Rename = z.object({ symbol: symbolField, newSymbol: symbolField });
const Settlement = z.object({
  symbol: symbolField,
  price: decimal(PRICE_DIGITS, MIN_PRICE, MAX_PRICE, issue('priceRule')),
  reason: z
    .string({ error: issue('giveReason') })
    .trim()
    .min(1, { error: issue('giveReason') })
    .max(500, { error: issue('mostCharactersFull') }),
});

const admin = formCall('admin');
const refusals = [
  'NOT_ACTIVE',
  'SYMBOL_FIXED',
  'SYMBOL_PRICED',
  'SYMBOL_NOT_HELD',
  'UNKNOWN_SYMBOL',
] as const;

export const symbolChangeEndpoints = {
  renameSymbol: {
    ...admin,
    path: '/api/rename-symbol',
    summary:
      'Gives the positions, orders and kept charts of a ticker without a price its new ticker; who holds both keeps the old one.',
    body: Rename,
    errors: [...refusals, 'SYMBOL_BOTH_HELD', 'STALE_PRICE'],
    example: { body: { symbol: 'FB', newSymbol: 'META' } },
  },
  settleSymbol: {
    ...admin,
    path: '/api/settle-symbol',
    summary: 'Closes every position in a ticker without a price at the price given, and cancels its orders.',
    body: Settlement,
    errors: refusals,
    example: { body: { symbol: 'TWTR', price: '54.20', reason: 'Bought for $54.20 in cash.' } },
  },
} as const satisfies EndpointTable;
