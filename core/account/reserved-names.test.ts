import { expect, test } from 'bun:test';
import { reservedProblem } from './reserved-names.ts';
import { usernamesFrom } from './username-from.ts';

test.each([
  'admin',
  'ADMIN',
  'аdmin',
  'adm1n',
  'PaperPit',
  'תמיכה',
  'deleted-1',
  'Guest-7',
  'dеleted-000001',
])('%s is reserved', (name) => expect(reservedProblem(name)).toBe('usernameReserved'));

test.each(['dana', 'administrators', 'modest', 'deleted', 'guests', 'rooted'])('%s is free', (name) =>
  expect(reservedProblem(name)).toBeNull(),
);

test('a name from elsewhere is never one of them', () => {
  const [first] = usernamesFrom(['Admin'], () => '1234');
  expect(first).toBe('Admin_2');
});
