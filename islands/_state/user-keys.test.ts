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

test('values without an owner belong to the first account that signs in', async () => {
  localStorage.setItem('muteProfits', 'true');
  await switchAccountKeys(7);
  expect(localStorage.getItem('muteProfits')).toBe('true');
});
