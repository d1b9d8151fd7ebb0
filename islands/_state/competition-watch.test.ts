import { afterEach, beforeEach, expect, jest, spyOn, test } from 'bun:test';

let say: (message: unknown) => void;
let open: () => void;
let drop: () => void;
/** Resolvers of polls without a response, oldest first. */
let polls: ((active: boolean) => void)[];

const real = { WebSocket: globalThis.WebSocket, fetch: globalThis.fetch };
class HeldSocket {
  static readonly OPEN = 1;
  readyState = 1;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  constructor() {
    open = () => this.onopen?.();
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

const { CHART_POLL_MS, COMPETITION_EVENT, watchCompetition } = await import('./competition-watch.ts');
const competition = { value: false };
window.addEventListener(COMPETITION_EVENT, (event) => {
  competition.value = (event as CustomEvent<boolean>).detail;
});
const focusWindow = () => window.dispatchEvent(new Event('focus'));
/** Waits until a response has been read. */
const settle = () => new Promise((done) => setTimeout(done));

test('a message is newer than a poll that was in flight when it came', async () => {
  stop = watchCompetition(competition.value, 1_000_000);
  focusWindow();
  say({ type: 'competition', active: true });
  polls[0]!(false);
  await settle();
  expect(competition.value).toBe(true);
});

test('of two polls the later one counts, whichever response comes first', async () => {
  stop = watchCompetition(competition.value, 1_000_000);
  focusWindow();
  focusWindow();
  polls[1]!(true);
  await settle();
  polls[0]!(false);
  await settle();
  expect(competition.value).toBe(true);
  focusWindow();
  polls[2]!(false);
  await settle();
  expect(competition.value).toBe(false);
});

test('a poll that fails is noted in the console and changes nothing', async () => {
  const warn = spyOn(console, 'warn').mockImplementation(() => {});
  try {
    globalThis.fetch = (() => Promise.reject(new TypeError('no network'))) as unknown as typeof fetch;
    const previous = competition.value;
    stop = watchCompetition(previous, 1_000_000);
    focusWindow();
    await settle();
    expect(warn.mock.calls.map(([text]) => text)).toEqual(['Failed to fetch competition status']);
    expect(competition.value).toBe(previous);
  } finally {
    warn.mockRestore();
  }
});

test('a listener that came after the server’s greeting has its state, without a poll', () => {
  jest.useFakeTimers();
  try {
    const stopFirst = watchCompetition(false, 1_000_000);
    open();
    say({ type: 'competition', active: true, greeting: true });
    competition.value = false;
    stop = watchCompetition(false, 1_000_000);
    expect(competition.value).toBe(true);
    expect(polls).toHaveLength(0);
    stopFirst();
  } finally {
    jest.useRealTimers();
  }
});

test('polls every ten seconds while the socket keeps failing to connect', () => {
  jest.useFakeTimers();
  try {
    stop = watchCompetition(competition.value, CHART_POLL_MS);
    // a reconnect every three seconds, all of which fail
    for (let second = 0; second < 30; second++) {
      if (second % 3 === 0) drop();
      jest.advanceTimersByTime(1_000);
    }
    expect(polls.length).toBe(3);
  } finally {
    jest.useRealTimers();
  }
});
