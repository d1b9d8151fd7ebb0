import { expect, test } from 'bun:test';
import { act, renderHook } from '@testing-library/react';
import { DEFAULT_REQUEST } from '#components/chart/panel.ts';
import { quantityMicros } from '#core/money/units.ts';
import type { Order } from '../ground/orders.ts';
import { steppedPrice, useOrder } from './use-order.ts';

test('a sale in dollars sells that many, though the ticket began with the whole position', async () => {
  const sent: Order[] = [];
  const props = {
    action: 'sell',
    request: DEFAULT_REQUEST,
    price: '100.0000',
    opening: null,
    account: {
      cash: '1000.00',
      positions: [
        {
          symbol: 'AAPL',
          side: 'long',
          quantity: '10',
          entry: '90',
          cost: '900.00',
          exactCost: '900.0000000000',
        },
      ],
    },
    quantity: null,
    trade: {
      outcome: null,
      async send(order: Order) {
        sent.push(order);
        return null;
      },
    },
  } as unknown as Parameters<typeof useOrder>[0];
  const { result } = renderHook(() => useOrder(props, { current: null }));
  expect(result.current.judgement.quantity).toBe(quantityMicros(10_000_000n));
  act(() => result.current.change({ mode: 'amount' }));
  expect(result.current.judgement.sizeProblem).toBe('invalidAmount');
  act(() => result.current.change({ amount: '300' }));
  expect(result.current.judgement.quantity).toBe(quantityMicros(3_000_000n));
  await act(() => result.current.confirm());
  act(() => result.current.change({ mode: 'quantity' }));
  await act(() => result.current.confirm());
  expect(sent).toMatchObject([
    { mode: 'amount', size: '300', closeAll: false },
    { mode: 'quantity', size: '10', closeAll: true },
  ]);
});

test.each([
  ['1.20', 1n, '1.21'],
  ['1.2345', -10n, '1.1345'],
  ['0.05', -10n, '0.01'],
  ['0.015', -1n, '0.01'],
  ['0.01', -1n, '0.01'],
  ['0.005', 1n, '0.0150'],
  ['0.005', -1n, '0.005'],
  ['0.0001', -10n, '0.0001'],
  ['two', 1n, 'two'],
])('the price %p moved by %p cents is %p', (typed, by, price) => {
  expect(steppedPrice(typed, by)).toBe(price);
});
