import { expect, test } from 'bun:test';
import type { SeenHead } from '#proof/season-replay.ts';
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

test('heads of a season and of a private game do not push each other out, and one that is read again is stored once', () => {
  let heads: SeenHead[] = [];
  for (let seq = 1; seq <= 6_000; seq++) {
    heads = withHead(heads, head(seq));
    if (seq % 2 === 0) heads = withHead(heads, head(seq, -70));
    if (seq % 2 === 0) heads = withHead(heads, head(seq, -70));
  }
  const of = (season: number) => heads.filter((each) => each[0] === season).map(([, seq]) => seq);
  expect([of(1).length, of(-70).length]).toEqual([50, 50]);
  expect([of(1).at(-1), of(-70).at(-1)]).toEqual([6_000, 6_000]);
  expect(new Set(of(-70)).size).toBe(50);
  const [season, seq, , at] = heads.at(-1)!;
  expect(withHead(heads, [season, seq, 'another', at])).toEqual(heads);
});

test('the last of a season stays when another one begins', () => {
  const heads = [head(1), head(2), head(3, 2)].reduce(withHead, [] as SeenHead[]);
  expect(heads.map(([season, seq]) => [season, seq])).toEqual([
    [1, 1],
    [1, 2],
    [2, 3],
  ]);
});
