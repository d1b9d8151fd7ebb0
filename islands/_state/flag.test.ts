import { expect, test } from 'bun:test';
import { readFlag, watchFlag, writeFlag } from './flag.ts';

test('a switch begins with its initial state; on a full storage a press lasts as long as the page', () => {
  localStorage.clear();
  const states: boolean[] = [];
  const stop = watchFlag('shown', (on) => states.push(on), true);
  const storage = localStorage;
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  Object.defineProperty(globalThis, 'localStorage', { value: { setItem }, configurable: true });
  try {
    writeFlag('shown', false);
  } finally {
    Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  }
  expect(readFlag('shown', true)).toBe(true);
  writeFlag('shown', false);
  stop();
  expect(readFlag('shown', true)).toBe(false);
  expect(states).toEqual([true, false, false]);
});
