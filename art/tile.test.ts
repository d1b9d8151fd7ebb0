import { expect, test } from 'bun:test';
import { letterTile } from './tile.ts';

test('a tile shows the first two letters, whatever else a ticker holds, and is always the same', () => {
  expect(letterTile('AAPL')).toContain('>AA</text>');
  expect(letterTile('^GSPC')).toContain('>GS</text>');
  expect(letterTile('F')).toContain('>F</text>');
  expect(letterTile('$-.')).toContain('>?</text>');
  expect(letterTile('AAPL')).toBe(letterTile('AAPL'));
});
