import { expect, test } from 'bun:test';
import { shortcutOf } from './shortcuts.ts';

const press = (key: string, code: string, more = {}) =>
  shortcutOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, ...more }, false);

test.each([
  ['b', 'KeyB', 'buy'],
  ['נ', 'KeyB', 'buy'],
  ['s', 'KeyS', 'sell'],
  ['x', 'KeyX', 'short'],
  ['t', 'KeyT', 'draw'],
  ['r', 'KeyR', 'realtime'],
  ['/', 'Slash', 'ticker'],
  ['?', 'Slash', 'help'],
  ['Escape', 'Escape', 'escape'],
  ['Delete', 'Delete', 'delete'],
])('%s (%s) is %s', (key, code, action) => {
  expect(press(key, code)?.do as string).toBe(action);
});

test('digits are intervals in the order of the toolbar', () => {
  const intervals = [1, 2, 3, 4, 5].map((n) => press(String(n), `Digit${n}`));
  expect(intervals.map((each) => (each?.do === 'interval' ? each.interval : null))).toEqual([
    '5m',
    '15m',
    '1h',
    '4h',
    '1D',
  ]);
  expect(press('6', 'Digit6')).toBeNull();
});

test('the browser keeps its own commands, but Ctrl Z takes back a line', () => {
  expect(press('r', 'KeyR', { ctrlKey: true })).toBeNull();
  expect(press('z', 'KeyZ', { metaKey: true })).toEqual({ do: 'undo' });
});

test('while typing only Esc means something', () => {
  const typing = (key: string, code: string) =>
    shortcutOf({ key, code, ctrlKey: false, metaKey: false, altKey: false }, true);
  expect(typing('b', 'KeyB')).toBeNull();
  expect(typing('Escape', 'Escape')).toEqual({ do: 'escape' });
});
