import { expect, test } from 'bun:test';
import { newNameProblem } from './reserved-names.ts';
import { usernamesFrom } from './username-from.ts';

test.each([
  'admin',
  'ADMIN',
  'adm1n',
  'PaperPit',
  'תמיכה',
  'deleted-1',
  'Guest-7',
  'paperpit_support',
  'paperpit_admin',
  'admin1',
  'admin2',
  '7admin_',
  '-mod-',
  'mod99',
  'secadmin',
  '4dm1n',
  'supp0r7',
  'ádmin',
  'adrnin',
  'p-a-p-e-r-p-i-t',
  'staff_dana',
  'administrators',
  'המנהל',
  'צוות_1',
  'תמיכה2',
  'אדמין',
  'team_7',
  'r00t',
  'paperpit_supporter',
])('%s is reserved', (name) => expect(newNameProblem(name)).toBe('usernameReserved'));

test('in a second script it is no name at all', () =>
  expect(['аdmin', 'dеleted-000001', 'ꓮdmin', 'supporꓔ'].map(newNameProblem)).toEqual(
    Array(4).fill('usernameRule'),
  ));

test.each([
  'dana',
  'badminton',
  'modest',
  'deleted',
  'guests',
  'rooted',
  'steam7',
  'צוותא',
  'supporter',
  'root_beer',
  'dream_team',
])('%s is free', (name) => expect(newNameProblem(name)).toBeNull());

test('a name from elsewhere is never one of them', () => {
  for (const names of [['Admin'], ['deleted-123456'], ['paperpit support', 'admin'], ['12345'], ['pаypal']])
    for (const name of usernamesFrom(names, (count) => '1'.repeat(count))) {
      expect(newNameProblem(name)).toBeNull();
      expect(name).toStartWith('trader');
    }
});
