import { expect, test } from 'bun:test';
import { restrictionOf } from './visitor.ts';

const NOW = 1_000_000;
const free = { leaves_at: null, suspended_until: null, suspended_reason: null, name_fault: null };

test('which restriction applies, and when none does', () => {
  expect(restrictionOf(free, NOW)).toBeNull();
  const named = { ...free, name_fault: 'Rude' };
  expect(restrictionOf(named, NOW)).toEqual({ kind: 'newName', reason: 'Rude' });
  const barred = { ...named, suspended_until: new Date(NOW + 1), suspended_reason: 'Two accounts' };
  expect(restrictionOf(barred, NOW)).toEqual({ kind: 'suspended', reason: 'Two accounts', until: NOW + 1 });
  expect(restrictionOf({ ...barred, leaves_at: new Date(NOW + 5) }, NOW)).toEqual({
    kind: 'leaving',
    until: NOW + 5,
  });
});

test('a suspension ends at its instant, or never', () => {
  const over = { ...free, suspended_until: new Date(NOW), suspended_reason: 'x' };
  expect(restrictionOf(over, NOW)).toBeNull();
  const ever = { ...free, suspended_until: new Date(Number.NaN), suspended_reason: 'x' };
  expect(restrictionOf(ever, NOW)).toMatchObject({ kind: 'suspended', until: null });
});
