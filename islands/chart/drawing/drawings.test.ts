import { expect, test } from 'bun:test';
import { MOST_DRAWINGS } from '#core/market/drawings.ts';
import {
  beginMove,
  cancel,
  clear,
  move,
  NO_LINES,
  placeAnchor,
  remove,
  removeSelected,
  select,
  undo,
  withOlder,
} from './drawings.ts';

const anchorAt = (time: number, price: number) => ({ time, price });
const one = placeAnchor(placeAnchor(NO_LINES, anchorAt(10, 100)), anchorAt(20, 110));

test('two clicks make a line, selected, and the draft is gone', () => {
  expect(one.list).toEqual([{ kind: 'line', id: 1, a: anchorAt(10, 100), b: anchorAt(20, 110) }]);
  expect([one.selected, one.draft]).toEqual([1, null]);
});

test('lines may run from right to left', () => {
  expect(placeAnchor(placeAnchor(NO_LINES, anchorAt(20, 1)), anchorAt(10, 2)).list[0]).toEqual({
    kind: 'line',
    id: 1,
    a: anchorAt(20, 1),
    b: anchorAt(10, 2),
  });
});

test('two anchors on one spot make no line', () => {
  expect(placeAnchor(placeAnchor(NO_LINES, anchorAt(1, 1)), anchorAt(1, 1))).toEqual(NO_LINES);
});

test('Esc drops the draft first, then the selection', () => {
  const drafting = placeAnchor(one, anchorAt(30, 90));
  expect(cancel(drafting).draft).toBeNull();
  expect(cancel(drafting).list).toHaveLength(1);
  expect(cancel(select(one, 1)).selected).toBeNull();
});

test('a drag moves one end or the whole line, and is one step to undo', () => {
  const line = one.list[0]!;
  let lines = beginMove(one, 1);
  lines = move(lines, line, 'a', anchorAt(10, 100), anchorAt(12, 105));
  lines = move(lines, line, 'a', anchorAt(10, 100), anchorAt(13, 107));
  expect(lines.list[0]).toEqual({ kind: 'line', id: 1, a: anchorAt(13, 107), b: anchorAt(20, 110) });
  expect(undo(lines).list).toEqual([line]);
  const whole = move(beginMove(one, 1), line, 'body', anchorAt(0, 0), anchorAt(5, -5));
  expect(whole.list[0]).toEqual({ kind: 'line', id: 1, a: anchorAt(15, 95), b: anchorAt(25, 105) });
});

test('delete and clear can be undone, newest first', () => {
  const two = placeAnchor(placeAnchor(one, anchorAt(1, 1)), anchorAt(2, 2));
  const rest = remove(two, 1);
  expect(rest.list.map((line) => line.id)).toEqual([2]);
  const none = clear(rest);
  expect(none.list).toEqual([]);
  expect(undo(none).list.map((line) => line.id)).toEqual([2]);
  expect(undo(undo(none)).list.map((line) => line.id)).toEqual([1, 2]);
  expect(undo(undo(undo(undo(none)))).list).toEqual([]);
  expect(undo(NO_LINES)).toEqual(NO_LINES);
});

test('only a selected line is deleted by key', () => {
  expect(removeSelected(one).list).toEqual([]);
  expect(removeSelected(cancel(one))).toEqual(cancel(one));
});

test('a new line never takes the id of a deleted one', () => {
  const again = placeAnchor(placeAnchor(remove(one, 1), anchorAt(1, 1)), anchorAt(2, 2));
  expect(again.list[0]!.id).toBe(2);
});

test('a level is one click, and moves as a whole by whatever grip', () => {
  const level = placeAnchor(NO_LINES, anchorAt(10, 100), 'level');
  expect(level.list).toEqual([{ kind: 'level', id: 1, a: anchorAt(10, 100), b: anchorAt(10, 100) }]);
  const moved = move(beginMove(level, 1), level.list[0]!, 'a', anchorAt(10, 100), anchorAt(12, 90));
  expect(moved.list[0]).toEqual({ kind: 'level', id: 1, a: anchorAt(12, 90), b: anchorAt(12, 90) });
});

test('stored drawings come before those drawn meanwhile, without a step to undo', () => {
  const both = withOlder(one, [{ kind: 'rect', a: anchorAt(1, 1), b: anchorAt(2, 2) }]);
  expect(both.list.map(({ id, kind }) => [id, kind])).toEqual([
    [2, 'rect'],
    [1, 'line'],
  ]);
  expect(both.nextId).toBe(3);
  expect(both.past).toBe(one.past);
});

test('a full chart takes no more', () => {
  let lines = NO_LINES;
  for (let i = 0; i <= MOST_DRAWINGS; i++) lines = placeAnchor(lines, anchorAt(i, i), 'level');
  expect(lines.list).toHaveLength(MOST_DRAWINGS);
});
