import { expect, test } from 'bun:test';
import { Lru } from './lru.ts';

test('what was asked for longest ago goes first, by weight', () => {
  const lru = new Lru<string, number>(4);
  const computed: string[] = [];
  const ask = (key: string, weight?: number) =>
    lru.get(
      key,
      () => {
        computed.push(key);
        return computed.length;
      },
      weight,
    );
  for (const key of ['a', 'b', 'c', 'd', 'a']) ask(key);
  ask('heavy', 2);
  expect(computed).toEqual(['a', 'b', 'c', 'd', 'heavy']);
  // b and c were evicted
  for (const key of ['a', 'd', 'heavy']) ask(key);
  expect(computed).toHaveLength(5);
  lru.forget((key) => key === 'd');
  ask('b');
  expect(computed.at(-1)).toBe('b');
  expect(ask('a')).toBe(1);
});
