import { expect, test } from 'bun:test';
import { DEFAULT_REQUEST } from '#components/chart/panel.ts';
import { alone, type Cell, isAlone, leadOf, spanOf } from './cell.ts';
import { addCell, columnsAt, moveCell, readLayout, removeCell, resizeCell } from './layout.ts';

const one = alone(DEFAULT_REQUEST);
const four = addCell(addCell(addCell(one)));
const ids = (cells: Cell[]) => cells.map((cell) => cell.id);

test('12, 8 and 4 columns at 1200, 768 and 480; phones have one', () => {
  expect([1200, 1199, 768, 767, 480, 479].map(columnsAt)).toEqual([12, 8, 8, 4, 4, 1]);
});

test('a chart spans its share of the columns, at least four', () => {
  const half = { id: 1, w: 6, h: 5, request: DEFAULT_REQUEST };
  expect([12, 8, 4, 1].map((columns) => spanOf(half, columns))).toEqual([6, 4, 4, 1]);
});

test('adds at most four charts and never reuses an id', () => {
  expect(ids(four)).toEqual([1, 2, 3, 4]);
  expect(ids(addCell(four))).toEqual([1, 2, 3, 4]);
  expect(ids(addCell(removeCell(four, 2)))).toEqual([1, 3, 4, 5]);
});

test('the second chart shares the width with the first, which gets it back when alone', () => {
  const two = addCell(one);
  expect(two.map((cell) => cell.w)).toEqual([6, 6]);
  expect(removeCell(two, 2)).toEqual(one);
  expect(isAlone(removeCell(two, 2))).toBe(true);
});

test('removes any chart but the last; the oldest remaining one is the page’s', () => {
  const three = removeCell(moveCell(four, 4, 0), 1);
  expect(ids(three)).toEqual([4, 2, 3]);
  expect(leadOf(three).id).toBe(2);
  expect(removeCell(one, 1)).toEqual(one);
});

test('resizing stays within the grid and the least size', () => {
  expect(resizeCell(one, 1, 5, -5)).toEqual(one);
  expect(resizeCell(one, 1, -20, 99)[0]).toMatchObject({ w: 4, h: 10 });
});

test('in eight columns a step is one column; an unchanged share of twelve stays', () => {
  let cells: Cell[] = [{ id: 1, w: 6, h: 5, request: DEFAULT_REQUEST }];
  const spans = [1, 1, 1, 1, 1].map((dw) => {
    cells = resizeCell(cells, 1, dw, 0, 8);
    return spanOf(cells[0]!, 8);
  });
  expect(spans).toEqual([5, 6, 7, 8, 8]);
  const third: Cell[] = [{ id: 1, w: 5, h: 5, request: DEFAULT_REQUEST }];
  expect(resizeCell(third, 1, -1, 1, 8)[0]).toMatchObject({ w: 5, h: 6 });
  expect(resizeCell(third, 1, 1, 1, 1)[0]).toMatchObject({ w: 5, h: 6 });
});

test('moves a chart to another’s position', () => {
  expect(ids(moveCell(four, 4, 0))).toEqual([4, 1, 2, 3]);
  expect(ids(moveCell(four, 1, 2))).toEqual([2, 3, 1, 4]);
  expect(ids(moveCell(four, 1, 9))).toEqual([1, 2, 3, 4]);
});

test('reads back a stored layout', () => {
  const layout = addCell(one, { ...DEFAULT_REQUEST, symbol: 'MSFT', interval: '5m', averages: [9] });
  expect(readLayout(JSON.stringify(layout))).toEqual(layout);
});

test('numbers the charts of a stored layout from 1, the oldest first', () => {
  const layout = removeCell(removeCell(moveCell(four, 4, 0), 1), 3);
  expect(ids(layout)).toEqual([4, 2]);
  expect(ids(readLayout(JSON.stringify(layout))!)).toEqual([2, 1]);
});

test.each([null, '', '{', '{}', '[]', '[{"id":0,"w":6,"h":5}]', '[null]'])('%p is no layout', (text) => {
  expect(readLayout(text)).toBeNull();
});

test('replaces invalid values of a stored layout', () => {
  const [cell, ...more] = readLayout(
    '[{"id":1,"w":99,"h":1,"request":{"symbol":"<x>","interval":"9x","averages":[1,9]}},{"id":1,"w":6,"h":5}]',
  )!;
  expect(cell).toEqual({ id: 1, w: 12, h: 5, request: { ...DEFAULT_REQUEST, symbol: 'X', averages: [9] } });
  expect(more).toEqual([]);
});
