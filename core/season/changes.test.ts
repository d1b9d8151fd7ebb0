import { expect, test } from 'bun:test';
import { changesOf, needsReason } from './changes.ts';

const TERMS = { prizePool: '100.00', prizeSplit: '100', endsAt: 1_000, maxShare: null, hideOpen: false };

test('lists the terms that differ, and nothing else', () => {
  expect(changesOf(TERMS, { ...TERMS, nextCompetitionDate: 'soon', startsAt: 5 })).toEqual([]);
  expect(changesOf(TERMS, { ...TERMS, maxShare: 20, prizePool: '150.00' })).toEqual([
    { term: 'prizePool', before: '100.00', after: '150.00' },
    { term: 'maxShare', before: null, after: 20 },
  ]);
});

test.each([
  ['prizePool', '100.00', '1000.00', false],
  ['prizePool', '100.00', '99.99', true],
  ['endsAt', 1_000, 2_000, false],
  ['endsAt', 2_000, 1_000, true],
  ['endsAt', null, 1_000, false],
  ['endsAt', 1_000, null, true],
  ['prizeSplit', '100', '50 50', true],
  ['maxShare', null, 20, true],
  ['hideOpen', true, false, true],
] as const)('%s from %p to %p', (term, before, after, isNeeded) => {
  expect(needsReason({ term, before, after })).toBe(isNeeded);
});
