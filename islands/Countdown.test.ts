import { afterEach, beforeEach, expect, jest, setSystemTime, test } from 'bun:test';
import { learnFromAnswer, serverNow } from '#framework/browser/server-clock.ts';
import countdown from './Countdown.ts';

const SERVER_NOW = Date.parse('2026-11-26T10:00:00Z');
const TEN_MINUTES = 600_000;
const WORDS = { dayOne: '1d', dayTwo: '2d', days: '{count}d' };

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  setSystemTime();
  jest.useRealTimers();
});

/** Opens a page three minutes before a moment, on a device whose clock is `aheadMs` ahead of the server's. */
function openPage(aheadMs: number): { text(): string; stop(): void } {
  setSystemTime(SERVER_NOW + aheadMs + Math.round(performance.now()));
  document.body.innerHTML = `<is-land><bdi role="timer" data-drawn="${SERVER_NOW}">00:03:00</bdi></is-land>`;
  const host = document.querySelector<HTMLElement>('is-land')!;
  const stop = countdown.mount(host, { at: SERVER_NOW + 180_000, words: WORDS });
  return { text: () => host.textContent, stop };
}

test('a countdown goes by the server’s clock, however wrong the device’s is', () => {
  const page = openPage(TEN_MINUTES);
  expect(page.text()).toMatch(/^00:0(2:5\d|3:00)$/);
  page.stop();
});

test('a device whose clock is set while the page is open learns it from the next answer', () => {
  const page = openPage(TEN_MINUTES);
  setSystemTime(SERVER_NOW - TEN_MINUTES);
  learnFromAnswer(new Response('', { headers: { date: new Date(SERVER_NOW).toUTCString() } }));
  expect(Math.abs(serverNow() - SERVER_NOW)).toBeLessThanOrEqual(1500);
  jest.advanceTimersByTime(1000);
  expect(page.text()).toMatch(/^00:0(2:5\d|3:00)$/);
  page.stop();
});

test('a response from a proxy’s cache is as old as its age header says', () => {
  setSystemTime(SERVER_NOW);
  const headers = { date: new Date(SERVER_NOW - 3_600_000).toUTCString(), age: '3600' };
  learnFromAnswer(new Response('', { headers }));
  expect(Math.abs(serverNow() - SERVER_NOW)).toBeLessThanOrEqual(1500);
});

test('a response without a date changes nothing', () => {
  setSystemTime(SERVER_NOW);
  const previous = serverNow();
  learnFromAnswer(new Response(''));
  expect(serverNow()).toBe(previous);
});
