import { expect, test } from 'bun:test';
import { readProfit } from './ProfitToast.tsx';

test('profits from zero up are told, losses and anything odd are not', () => {
  expect(readProfit({ username: 'ann', profitPercentage: 12.345 })).toEqual({
    username: 'ann',
    percent: 12.345,
  });
  expect(readProfit({ username: 'ann', profitPercentage: 0 })).toEqual({ username: 'ann', percent: 0 });
  for (const odd of [
    { username: 'ann', profitPercentage: -0.01 },
    { username: 'ann', profitPercentage: Number.NaN },
    { username: 'ann', profitPercentage: '5' },
    { username: 7, profitPercentage: 5 },
    {},
    null,
    undefined,
    'x',
  ])
    expect(readProfit(odd)).toBeNull();
});
