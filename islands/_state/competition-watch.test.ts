import { afterEach, beforeEach, expect, jest, spyOn, test } from 'bun:test';

/** What the page's socket is given to hear. */
let say: (message: unknown) => void;
/** Loses it. */
let drop: () => void;
/** Answers to polls, in the order they were asked for, each given when the test says so. */
let polls: ((active: boolean) => void)[];

const real = { WebSocket: globalThis.WebSocket, fetch: globalThis.fetch };
class HeldSocket {
  static readonly OPEN = 1;
  readyState = 1;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  constructor() {
    drop = () => this.onclose?.();
    say = (message) => this.onmessage?.({ data: JSON.stringify(message) });
  }
  send() {}
  close() {}
}
beforeEach(() => {
  polls = [];
  globalThis.WebSocket = HeldSocket as unknown as typeof WebSocket;
  globalThis.fetch = (() =>
    new Promise((answer) => {
      polls.push((active) => answer(Response.json({ active })));
    })) as unknown as typeof fetch;
});
let stop = () => {};
afterEach(() => {
  stop();
  Object.assign(globalThis, real);
});

const { CHART_POLL_MS, watchCompetition } = await import('./competition-watch.ts');
const { competition } = await import('./competition.ts');
const look = () => window.dispatchEvent(new Event('focus'));
/** Lets an answer be read to its end. */
const settle = () => new Promise((done) => setTimeout(done));

test('an answer that was under way when the news came is older than the news', async () => {
  stop = watchCompetition(competition.value, 1_000_000);
  look();
  say({ type: 'competition', active: true });
  polls[0]!(false);
  await settle();
  expect(competition.value).toBe(true);
});

test('of two polls the later one counts, whichever is answered first', async () => {
  stop = watchCompetition(competition.value, 1_000_000);
  look();
  look();
  polls[1]!(true);
  await settle();
  polls[0]!(false);
  await settle();
  expect(competition.value).toBe(true);
  look();
  polls[2]!(false);
  await settle();
  expect(competition.value).toBe(false);
});

test('a poll that fails is noted in the console and changes nothing', async () => {
  const warn = spyOn(console, 'warn').mockImplementation(() => {});
  try {
    globalThis.fetch = (() => Promise.reject(new TypeError('no network'))) as unknown as typeof fetch;
    const before = competition.value;
    stop = watchCompetition(before, 1_000_000);
    look();
    await settle();
    expect(warn.mock.calls.map(([text]) => text)).toEqual(['Failed to fetch competition status']);
    expect(competition.value).toBe(before);
  } finally {
    warn.mockRestore();
  }
});

test('while the socket comes and goes it is asked every ten seconds all the same', () => {
  jest.useFakeTimers();
  try {
    stop = watchCompetition(competition.value, CHART_POLL_MS);
    // a try every three seconds, and each fails
    for (let second = 0; second < 30; second++) {
      if (second % 3 === 0) drop();
      jest.advanceTimersByTime(1_000);
    }
    expect(polls.length).toBe(3);
  } finally {
    jest.useRealTimers();
  }
});
