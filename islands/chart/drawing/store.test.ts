import { expect, jest, test } from 'bun:test';
import { placeAnchor } from './drawings.ts';
import { drawingsOf, seedDrawings, setLines } from './store.ts';

test('the stored drawings of the page are there once, however often its panel tries to wake', () => {
  const line = { kind: 'line', a: { time: 1, price: 2 }, b: { time: 3, price: 4 } } as const;
  const stored = { drawings: [line], averages: [], studies: [] };
  seedDrawings('AAPL', stored);
  seedDrawings('AAPL', stored);
  expect(drawingsOf('AAPL').list).toHaveLength(1);
});

test('a save waits for the one in flight and sends all drawings of then; a page that is left waits for nothing', async () => {
  const realFetch = globalThis.fetch;
  jest.useFakeTimers();
  /** The number of drawings in each request. */
  const sent: number[] = [];
  const answers: (() => void)[] = [];
  globalThis.fetch = ((_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)).drawings.length);
    return new Promise((done) => answers.push(() => done(Response.json({}))));
  }) as unknown as typeof fetch;
  const settle = async () => {
    for (let i = 0; i < 200; i++) await Promise.resolve();
  };
  const draw = async () => {
    const level = { time: drawingsOf('KO').nextId, price: 1 };
    setLines('KO', placeAnchor(drawingsOf('KO'), level, 'level'), () => {});
    jest.advanceTimersByTime(1000);
    await settle();
  };
  const answer = async () => {
    answers.shift()!();
    await settle();
  };
  try {
    seedDrawings('KO', null);
    await draw();
    await draw();
    await draw();
    expect(sent).toEqual([1]);
    await answer();
    expect(sent).toEqual([1, 3]);
    await draw();
    expect(sent).toEqual([1, 3]);
    window.dispatchEvent(new Event('pagehide'));
    await settle();
    expect(sent).toEqual([1, 3, 4]);
    await answer();
    await answer();
    expect(sent).toEqual([1, 3, 4]);
  } finally {
    jest.useRealTimers();
    globalThis.fetch = realFetch;
  }
});
