/** Orders, and what became of them. */
import { z } from 'zod';
import * as at from '../addresses.ts';
import { type EndpointTable, located } from '../endpoint.ts';
import { UserId } from '../schemas/account.ts';
import { SentAnswer } from '../schemas/order-answers.ts';
import { SentKey } from '../schemas/orders.ts';
import { ClosedPositions, ClosePositions, PortfolioItem, TradeRow } from '../schemas/portfolio.ts';
import { PriceAnswer, PriceQuery } from '../schemas/price.ts';
import { TradesQuery } from '../schemas/rankings.ts';
import { TradeAnswer, TradeForm } from '../schemas/trade.ts';

export const tradingEndpoints = {
  trade: {
    ...located(at.trade),
    summary: 'Fills an order at the newest price.',
    access: 'member',
    limit: 'trade',
    body: TradeForm,
    answer: TradeAnswer,
    form: true,
    repeatable: true,
    errors: [
      ...([
        'NOT_YOU',
        'UNKNOWN_SYMBOL',
        'INVALID_QUANTITY',
        'INVALID_AMOUNT',
        'COMPETITION_INACTIVE',
      ] as const),
      ...([
        'PRICE_MOVED',
        'PRICE_TOO_LOW',
        'SHARE_LIMIT',
        'SPLIT_CHECK',
        'MARKET_CLOSED',
        'STALE_PRICE',
        'DAY_FULL',
      ] as const),
      ...(['POSITION_CONFLICT', 'NOT_ENOUGH_SHARES', 'NOT_ENOUGH_CASH'] as const),
    ],
    example: { body: { user_id: 7, symbol: 'AAPL', action: 'buy', quantity: '10' } },
  },
  sentOrder: {
    ...located(at.sentOrder),
    summary:
      'What became of an own order whose answer was lost, by its Idempotency-Key; nothing is sent again.',
    access: 'member',
    limit: 'read',
    params: SentKey,
    answer: SentAnswer,
    errors: ['ORDER_NOT_FOUND'],
    example: { params: { key: '0123456789abcdef' } },
  },
  closePositions: {
    ...located(at.closePositions),
    summary: 'Closes the positions that are named, each whole and at its own newest price.',
    access: 'member',
    limit: 'trade',
    body: ClosePositions,
    answer: ClosedPositions,
    form: true,
    repeatable: true,
    errors: [
      ...(['UNKNOWN_SYMBOL', 'COMPETITION_INACTIVE', 'SPLIT_CHECK', 'MARKET_CLOSED'] as const),
      ...(['STALE_PRICE', 'NOT_ENOUGH_SHARES', 'NOT_ENOUGH_CASH'] as const),
    ],
    example: { body: { positions: ['AAPL:long', 'TSLA:short'] } },
  },
  price: {
    ...located(at.price),
    summary: 'The newest price of a ticker.',
    access: 'member',
    query: PriceQuery,
    answer: PriceAnswer,
    errors: ['UNKNOWN_SYMBOL'],
    example: { query: { symbol: 'AAPL' } },
  },
  portfolio: {
    ...located(at.portfolio),
    summary: 'The open positions of who is signed in, at the newest prices.',
    access: 'member',
    answer: z.array(PortfolioItem),
    headers: {
      'x-available': 'Cash that no working order reserves.',
      'x-held': 'Cash that working orders reserve.',
      'x-live-orders': 'How many orders wait.',
    },
  },
  trades: {
    ...located(at.trades),
    summary:
      "Any trader's open positions and closed trades of one season (the newest unless named) or of all, newest first; under rules that hide open positions, others are told closed ones only.",
    access: 'member',
    limit: 'read',
    params: UserId,
    query: TradesQuery,
    answer: z.array(TradeRow),
    errors: ['UNKNOWN_TRADER', 'NOT_FOUND'],
    example: { params: { id: '7' } },
  },
  tradesFile: {
    ...located(at.tradesFile),
    summary:
      'The closed trades of who is signed in, of one season (the newest unless named) or of all, newest first.',
    access: 'member',
    limit: 'read',
    query: TradesQuery,
    media: ['text/csv'],
    errors: ['NOT_FOUND'],
    example: { query: { season: '1' } },
  },
} as const satisfies EndpointTable;
