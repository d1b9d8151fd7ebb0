import { expect, test } from 'bun:test';
import { figureInSentence, nameInSentence } from './sentence.ts';

test('a figure is isolated from left to right and keeps its sign', () => {
  expect(figureInSentence('−$1.20')).toBe('\u2066−\u2060$1.20\u2069');
  expect(figureInSentence('$1.20')).toBe('\u2066$1.20\u2069');
});

test('a name is isolated in its own direction and stays in one piece', () => {
  expect(nameInSentence('Dana-Levi-2')).toBe('\u2068Dana-\u2060Levi-\u20602\u2069');
  expect(nameInSentence('נועה')).toBe('\u2068נועה\u2069');
});
