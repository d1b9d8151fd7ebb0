import { expect, test } from 'bun:test';
import { z } from 'zod';
import { listAnchor, pageAmong, turnQuery } from './list-page.ts';

test.each([
  [0, 0, 1, 1],
  [0, 1, 1, 2],
  [20, 20, 2, 3],
  [23, 41, 3, 6],
])('%d newer rows and %d older ones: page %d of %d', (newer, older, page, pages) => {
  expect(pageAmong({ newer, older }, 20)).toEqual({ page, pages });
});

test('a link names the row its page begins beside; the first page is the newest', () => {
  const ends = { first: 40n, last: 21n };
  expect(turnQuery(2, 3, ends)).toEqual({ page: '3', before: '21' });
  expect(turnQuery(3, 2, ends)).toEqual({ page: '2', after: '40' });
  expect(turnQuery(2, 1, ends)).toEqual({});
  expect(turnQuery(2, 3, { first: null, last: null })).toEqual({ page: '3' });
});

test('an address of another form names no row', () => {
  const Anchor = z.object(listAnchor);
  expect(Anchor.parse({ before: '12' })).toEqual({ before: 12n });
  for (const cursor of ['', '-1', '1e3', 'x', '9'.repeat(19), ' 1'])
    expect(Anchor.parse({ before: cursor, after: cursor })).toEqual({});
});
