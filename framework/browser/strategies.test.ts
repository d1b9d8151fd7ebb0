import { expect, test } from 'bun:test';
import { onEvent } from './strategies.ts';

/** Registers an island that sleeps until `season`. Each wake takes a microtask; the first `failures` of them fail. */
function sleeper(failures = 0) {
  const heard: unknown[] = [];
  let wakes = 0;
  onEvent('season', async () => {
    wakes += 1;
    await Promise.resolve();
    if (wakes <= failures) throw new Error('no network');
    window.addEventListener('season', (event) => heard.push((event as CustomEvent).detail));
  });
  return { heard, wakes: () => wakes };
}
const say = async (detail: number) => {
  window.dispatchEvent(new CustomEvent('season', { detail }));
  await new Promise((done) => setTimeout(done));
};

test('an event wakes every island that sleeps until it, and each hears every event once', async () => {
  const islands = [sleeper(), sleeper(1), sleeper(99)];
  const [first, second, third] = islands;
  await say(1);
  expect(islands.map(({ heard }) => heard)).toEqual([[1], [], []]);
  expect(islands.map(({ wakes }) => wakes())).toEqual([1, 1, 1]);
  await say(2);
  expect([first!.heard, second!.heard]).toEqual([[1, 2], [2]]);
  await say(3);
  expect([first!.heard, second!.heard, third!.heard]).toEqual([[1, 2, 3], [2, 3], []]);
  expect(islands.map(({ wakes }) => wakes())).toEqual([1, 2, 3]);
});
