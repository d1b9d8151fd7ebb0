import { expect, test } from 'bun:test';
import { inTurn } from './margin-watch.ts';

const account = (...symbols: string[]) => ({ open: symbols.map((symbol) => ({ symbol })) });
const [a, b, c, wide] = [account('A', 'B'), account('B', 'C'), account('D'), account('E', 'F', 'G', 'H')];

test('accounts take turns: never more symbols than allowed, and everybody whose symbols fit comes up', () => {
  const accounts = [a, b, wide, c];
  const first = inTurn(accounts, 0, 3);
  expect(first).toEqual({ chosen: [a, b], next: 3 });
  expect(inTurn(accounts, first.next, 3)).toEqual({ chosen: [c, a], next: 1 });
  expect(inTurn(accounts, 1, 3)).toEqual({ chosen: [b, c], next: 0 });
});

test('all at once where they fit; none of an empty list; a start beyond a list that became shorter', () => {
  expect(inTurn([a, b, c], 2, 50)).toEqual({ chosen: [c, a, b], next: 0 });
  expect(inTurn([], 5, 50)).toEqual({ chosen: [], next: 0 });
  expect(inTurn([a, b], 5, 50)).toEqual({ chosen: [b, a], next: 0 });
});
