import { expect, test } from 'bun:test';
import { beginMove, cancel, clear, move, place, remove, removeSelected, select, undo } from './lines.ts';
import { NO_LINES } from './state.ts';

const at = (time: number, price: number) => ({ time, price });
const one = place(place(NO_LINES, at(10, 100)), at(20, 110));

test('two clicks make a line, selected, and the draft is gone', () => {
  expect(one.list).toEqual([{ id: 1, a: at(10, 100), b: at(20, 110) }]);
  expect([one.selected, one.draft]).toEqual([1, null]);
});

test('lines may run from right to left', () => {
  expect(place(place(NO_LINES, at(20, 1)), at(10, 2)).list[0]).toEqual({ id: 1, a: at(20, 1), b: at(10, 2) });
});

test('twice the same spot is no line', () => {
  expect(place(place(NO_LINES, at(1, 1)), at(1, 1))).toEqual(NO_LINES);
});

test('Esc drops the draft first, then the selection', () => {
  const drafting = place(one, at(30, 90));
  expect(cancel(drafting).draft).toBeNull();
  expect(cancel(drafting).list).toHaveLength(1);
  expect(cancel(select(one, 1)).selected).toBeNull();
});

test('a drag moves one end or the whole line, and is one step to undo', () => {
  const line = one.list[0]!;
  let lines = beginMove(one, 1);
  lines = move(lines, line, 'a', at(10, 100), at(12, 105));
  lines = move(lines, line, 'a', at(10, 100), at(13, 107));
  expect(lines.list[0]).toEqual({ id: 1, a: at(13, 107), b: at(20, 110) });
  expect(undo(lines).list).toEqual([line]);
  const whole = move(beginMove(one, 1), line, 'body', at(0, 0), at(5, -5));
  expect(whole.list[0]).toEqual({ id: 1, a: at(15, 95), b: at(25, 105) });
});

test('delete and clear can be undone, newest first', () => {
  const two = place(place(one, at(1, 1)), at(2, 2));
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
  const again = place(place(remove(one, 1), at(1, 1)), at(2, 2));
  expect(again.list[0]!.id).toBe(2);
});
