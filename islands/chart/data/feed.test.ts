import { expect, test } from 'bun:test';
import chart from '#locales/en/chart.json';
import { TOAST_EVENT, type Toast } from '../../_state/toasts.ts';
import { createAnnounce } from '../ground/say.ts';
import type { ChartStrings } from '../ground/strings.ts';
import { createFeed, mergeBars, readCandles } from './feed.ts';

const bar = (time: number) => ({ time, open: 1, high: 2, low: 1, close: 2, volume: 9 });
const day = (time: number) => ({ ...bar(time), date: '2026-01-02' });
const answering = (respond: () => Response | Promise<Response>) =>
  createFeed({ fetch: async () => respond(), store: null, now: () => 0 });
const strings = chart as ChartStrings;
/** Returns the message that the page shows for a rejected promise. */
async function message(promise: Promise<unknown>): Promise<string> {
  const toasts: Toast[] = [];
  const hear = (event: Event) => toasts.push((event as CustomEvent<Toast>).detail);
  window.addEventListener(TOAST_EVENT, hear);
  await promise.catch((error: unknown) => createAnnounce(strings).failLoad(error));
  window.removeEventListener(TOAST_EVENT, hear);
  return toasts[0]?.message ?? 'no error';
}

test('reverses candles that come newest first', () => {
  expect(readCandles({ candles: [day(2), day(1)] }, '1D')).toEqual({
    candles: [bar(1), bar(2)],
    isReversed: true,
  });
  expect(readCandles([bar(1), bar(2)], '5m').isReversed).toBe(false);
});

test('each failure has its sentence', async () => {
  const offline = createFeed({
    fetch: () => Promise.reject(new TypeError('x')),
    store: null,
    now: () => 0,
  });
  expect(await message(offline.load('AAPL', '1D'))).toBe('Network error for AAPL');
  const failing = answering(() => new Response('{}', { status: 503 }));
  expect(await message(failing.load('AAPL', '1D'))).toBe('Error fetching data for AAPL');
  expect(await message(answering(() => new Response('<html>')).load('AAPL', '1D'))).toBe(
    'Error parsing JSON',
  );
  const object = answering(() => Response.json({ 'Error Message': 'x' }));
  expect(await message(object.load('AAPL', '5m'))).toBe('Invalid intraday data');
  expect(await message(object.load('AAPL', '1D'))).toBe('Invalid historical data');
  for (const field of ['date', 'open', 'high', 'low', 'close', 'volume']) {
    const holes = answering(() => Response.json({ candles: [day(1), { ...day(2), [field]: undefined }] }));
    expect(await message(holes.load('AAPL', '1D')), field).toBe('Incomplete daily data');
  }
});

test('an unknown ticker has the server’s sentence', async () => {
  const unknown = answering(() => Response.json({ message: 'Unknown ticker ZZZZ' }, { status: 404 }));
  expect(await message(unknown.load('ZZZZ', '1D'))).toBe('Unknown ticker ZZZZ');
});

test('trouble of the provider has the server’s sentence', async () => {
  const limit = "The price provider's request limit has been reached. Prices return in 12 s.";
  const limited = answering(() => Response.json({ message: limit, trouble: 'limit' }, { status: 503 }));
  expect(await message(limited.load('AAPL', '5m'))).toBe(limit);
  const away = answering(() => Response.json({ message: 'Not now.' }, { status: 503 }));
  expect(await message(away.load('AAPL', '5m'))).toBe('Error fetching data for AAPL');
});

test('stale bars report their age and are not cached', async () => {
  const entries = new Map<string, string>();
  const store = {
    length: 0,
    clear() {},
    key: () => null,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  let stale: unknown = { ageSeconds: 190, problem: 'Error parsing JSON' };
  const feed = createFeed({
    fetch: async () => Response.json({ candles: [bar(1)], stale }),
    store,
    now: () => 0,
  });
  const ages: number[] = [];
  const load = () => feed.load('AAPL', '5m', undefined, (seconds) => ages.push(seconds));
  expect(await load()).toEqual([bar(1)]);
  expect([ages, entries.size]).toEqual([[190], 0]);
  stale = undefined;
  await load();
  expect([ages, entries.size]).toEqual([[190], 1]);
});

test('passes an AbortError on', async () => {
  const feed = createFeed({
    fetch: () => Promise.reject(new DOMException('stop', 'AbortError')),
    store: null,
    now: () => 0,
  });
  expect(feed.load('AAPL', '1D')).rejects.toThrow('stop');
});

test('after a break a fetched bar replaces one of its time, and newer live bars stay', () => {
  const bar = { time: 60, open: 10, high: 12, low: 9, close: 11, volume: 5 };
  const live = { ...bar, time: 240 };
  const fixed = { ...bar, close: 99 };
  const missed = { ...bar, time: 120 };
  expect(mergeBars([bar, live], [fixed, missed])).toEqual([fixed, missed, live]);
});
