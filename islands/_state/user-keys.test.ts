import { beforeEach, expect, test } from 'bun:test';
import { switchAccountKeys } from './user.ts';

beforeEach(() => localStorage.clear());

const read = () => ['muteProfits', 'showWatermark', 'recentTickers'].map((key) => localStorage.getItem(key));

test('each account finds its own switches in a browser that two people use', async () => {
  await switchAccountKeys(7);
  localStorage.setItem('muteProfits', 'true');
  localStorage.setItem('showWatermark', 'false');
  localStorage.setItem('recentTickers', '[{"symbol":"KO"}]');
  const first = read();
  let events = 0;
  window.addEventListener('storage', () => events++);
  await switchAccountKeys(12);
  expect([read(), events]).toEqual([[null, null, null], 1]);
  localStorage.setItem('showWatermark', 'true');
  await switchAccountKeys(12);
  expect(events).toBe(1);
  await switchAccountKeys(7);
  expect(read()).toEqual(first);
  await switchAccountKeys(12);
  expect(read()).toEqual([null, 'true', null]);
});

test('two calls at once move the switches once, and the owner changes with them', async () => {
  await switchAccountKeys(7);
  localStorage.setItem('muteProfits', 'true');
  const calls = [switchAccountKeys(12), switchAccountKeys(12)];
  // a page closed at this point has moved nothing, and the next one finds the first account's switches
  expect([localStorage.getItem('keys-of'), localStorage.getItem('muteProfits')]).toEqual(['7', 'true']);
  await Promise.all(calls);
  expect([localStorage.getItem('keys-of'), localStorage.getItem('muteProfits')]).toEqual(['12', null]);
  await switchAccountKeys(7);
  expect(localStorage.getItem('muteProfits')).toBe('true');
});

test('values without an owner belong to the first account that signs in', async () => {
  localStorage.setItem('muteProfits', 'true');
  await switchAccountKeys(7);
  expect(localStorage.getItem('muteProfits')).toBe('true');
});
