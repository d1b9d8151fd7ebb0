import { afterEach, expect, test } from 'bun:test';
import { holdingsNow, setHoldings } from '../_live/holdings.ts';
import { account, refreshAccount } from './account.ts';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

test('without answers the money of the page stays, also before a panel is awake', async () => {
  const position = {
    symbol: 'AAPL',
    side: 'long',
    quantity: '5',
    entry: '100',
    cost: '500.00',
    exactCost: '500.00',
  } as const;
  setHoldings({ cash: '99500.00', held: '20.00', positions: [position] });
  globalThis.fetch = (async () => Response.json({}, { status: 401 })) as unknown as typeof fetch;
  await refreshAccount();
  expect(account.value).toEqual({ cash: '99500.00', held: '20.00', positions: [position] });
  expect(holdingsNow().positions).toEqual([position]);
});
