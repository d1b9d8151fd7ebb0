import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { type Fresh, keepFresh } from './keep-fresh.ts';

const EVERY_MS = 60_000;
const LEAST_MS = 1_000;
const realFetch = globalThis.fetch;
/** Answers that have not been given yet, oldest first. */
let open: ((html: string) => void)[];
let fresh: Fresh;

beforeEach(() => {
  jest.useFakeTimers();
  open = [];
  globalThis.fetch = (() =>
    new Promise((resolve) => {
      open.push((html) => resolve(new Response(html, { headers: { 'content-type': 'text/html' } })));
    })) as unknown as typeof fetch;
  document.body.innerHTML = drawn('old');
  fresh = keepFresh('part', { everyMs: EVERY_MS, leastMs: LEAST_MS });
});
afterEach(() => {
  fresh.stop();
  jest.useRealTimers();
  globalThis.fetch = realFetch;
  history.replaceState(null, '', '/');
});

const drawn = (text: string) => `<div data-live="part"><button>${text}</button></div>`;
const shown = () => document.querySelector('[data-live] button')?.textContent;
/** Lets the answers already given arrive. */
const settle = async () => {
  for (let i = 0; i < 50; i++) await Promise.resolve();
};
const answer = async (text: string) => {
  open.shift()!(drawn(text));
  await settle();
};

test('asked ten times, it fetches once, and again only after the least time', async () => {
  for (let i = 0; i < 10; i++) fresh.ask();
  jest.advanceTimersByTime(LEAST_MS * 1.2);
  expect(open).toHaveLength(1);
  await answer('new');
  expect(shown()).toBe('new');
  fresh.ask();
  jest.advanceTimersByTime(LEAST_MS - 1);
  expect(open).toHaveLength(0);
  jest.advanceTimersByTime(LEAST_MS * 0.2 + 1);
  expect(open).toHaveLength(1);
});

test('unasked it fetches now and then', async () => {
  jest.advanceTimersByTime(EVERY_MS + LEAST_MS * 1.2);
  expect(open).toHaveLength(1);
});

test('a form that is being sent is left alone; its own answer draws it', async () => {
  document.querySelector('button')!.setAttribute('aria-busy', 'true');
  fresh.ask();
  jest.advanceTimersByTime(LEAST_MS * 1.2);
  await answer('others');
  expect(shown()).toBe('old');
  const done = fresh.now();
  await answer('mine');
  await done;
  expect(shown()).toBe('mine');
  expect(document.querySelector('[aria-busy]')).toBeNull();
});

test('now is what the server knows from here on, not what is under way', async () => {
  fresh.ask();
  jest.advanceTimersByTime(LEAST_MS * 1.2);
  const done = fresh.now();
  await answer('before');
  expect(shown()).toBe('before');
  expect(open).toHaveLength(1);
  await answer('after');
  await done;
  expect(shown()).toBe('after');
});

test('what was fetched for another address is not shown at this one', async () => {
  const done = fresh.now();
  history.pushState(null, '', '/elsewhere');
  await answer('of before');
  await done;
  expect(shown()).toBe('old');
});

test('a failure leaves what is there', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  globalThis.fetch = (async () => new Response('oops', { status: 500 })) as unknown as typeof fetch;
  await fresh.now();
  expect(shown()).toBe('old');
  expect(warn).toHaveBeenCalled();
  warn.mockRestore();
});
