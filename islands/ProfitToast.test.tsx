import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { act, render } from '@testing-library/react';
import { TOAST_MS } from './_state/toasts.ts';
import ProfitToast, { readProfit } from './ProfitToast.tsx';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

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

test('a line is there for five seconds in which it can be seen', () => {
  const { container } = render(
    <ProfitToast sentence="{{username}} {{percent}}" dismissLabel="x" muteLabel="m" />,
  );
  const place = container.querySelector<HTMLElement>('.profit-place')!;
  const detail = { username: 'ann', profitPercentage: 5 };
  act(() => void window.dispatchEvent(new CustomEvent('tradeSuccess', { detail })));
  const pass = (ms: number) => act(() => void jest.advanceTimersByTime(ms));
  pass(TOAST_MS / 2);
  place.style.visibility = 'hidden';
  pass(10 * TOAST_MS);
  expect(place.textContent).toContain('ann');
  place.style.visibility = '';
  pass(TOAST_MS / 2 - 1);
  expect(place.textContent).toContain('ann');
  pass(1);
  expect(place.textContent).toBe('');
});
