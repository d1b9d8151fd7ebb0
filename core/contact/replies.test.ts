import { expect, test } from 'bun:test';
import { fillSavedReply } from './replies.ts';

test('places are filled in once, others stay', () => {
  const values = { name: '{season} $& Noa', season: '4' };
  expect(fillSavedReply('Hello {name}, season {season}; {name} {other} { name }', values)).toBe(
    'Hello {season} $& Noa, season 4; {season} $& Noa {other} { name }',
  );
});
