import { expect, test } from 'bun:test';
import type { SeenHead } from '#proof/bundle.ts';
import { withHead } from './seen-heads.ts';

const head = (seq: number, season = 1): SeenHead => [
  season,
  seq,
  `head ${seq}`,
  1_790_000_000_000 + seq * 1000,
];

test('the newest, one a minute before it, at most 50', () => {
  let heads: SeenHead[] = [];
  for (let seq = 1; seq <= 150; seq++) heads = withHead(heads, head(seq));
  expect(heads.map(([, seq]) => seq)).toEqual([1, 61, 121, 150]);
  for (let seq = 151; seq <= 10_000; seq++) heads = withHead(heads, head(seq));
  expect(heads).toHaveLength(50);
  expect(heads.at(-1)).toEqual(head(10_000));
  const gaps = heads.slice(1, -1).map(([, , , at], n) => at - heads[n]![3]);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(60_000);
});

test('the last of a season stays when another one begins', () => {
  const heads = [head(1), head(2), head(3, 2)].reduce(withHead, [] as SeenHead[]);
  expect(heads.map(([season, seq]) => [season, seq])).toEqual([
    [1, 1],
    [1, 2],
    [2, 3],
  ]);
});
