import { afterEach, beforeEach, expect, jest, spyOn, test } from 'bun:test';
import { act, renderHook } from '@testing-library/react';
import { useTimeLeft } from './OpensIn.tsx';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('the market opens in time, also on a device that slept until then', () => {
  const opening = { when: 'Mon', left: performance.now() + 3_600_000 };
  const { result } = renderHook(() => useTimeLeft(opening));
  const pass = () => act(() => void jest.advanceTimersByTime(1000));
  pass();
  expect(result.current).toBeGreaterThan(3_500_000);
  const wokenAt = Date.now() + 3_700_000;
  const clock = spyOn(Date, 'now').mockImplementation(() => wokenAt);
  pass();
  clock.mockRestore();
  expect(result.current).toBe(0);
});
