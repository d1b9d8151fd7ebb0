import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { newNameProblem, usernamesFrom } from './reserved-names.ts';
import { usernameProblem } from './username.ts';

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
  'aɗmin',
  'admɨn',
  'paþerþit',
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

test('a name in a second script is invalid', () =>
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

test('a proposed name is never reserved', () => {
  for (const names of [['Admin'], ['deleted-123456'], ['paperpit support', 'admin'], ['12345'], ['pаypal']])
    for (const name of usernamesFrom(names, (count) => '1'.repeat(count))) {
      expect(newNameProblem(name)).toBeNull();
      expect(name).toStartWith('trader');
    }
});

const sevens = (count: number) => '7'.repeat(count);
const first = (...names: string[]) => usernamesFrom(names, sevens).next().value;

test.each([
  ['Dana Levi', 'Dana_Levi'],
  ['דנה לוי', 'דנה_לוי'],
  ['  spaced  out  ', 'spaced_out'],
  ['dots.and/slashes', 'dots_and_slashes'],
  ['🔥 Max 🔥', 'Max'],
  ['Ｆｕｌｌ Ｗｉｄｔｈ', 'Full_Width'],
  ['abc\u202edef', 'abcdef'],
  ['a name that is far too long for us', 'a_name_that_is_far_t'],
  ['日本太郎', '日本太郎'],
  ['Zoë-M', 'Zoë-M'],
  ['<script>alert(1)</script>', 'scriptalert1_script'],
])('%p becomes %p', (name, username) => {
  expect(first(name)).toBe(username);
});

test('a name without a valid part falls back to the next name, and at last to the default', () => {
  expect(first('🔥🔥', 'max_power')).toBe('max_power');
  expect(first('xy', '..')).toBe('trader');
  expect(first('')).toBe('trader');
});

test('further proposals have numbers, then random digits; all differ and are valid', () => {
  const all = [
    ...usernamesFrom(['a name that is far too long'], (n) => String(Math.random()).slice(2, 2 + n)),
  ];
  expect(all.slice(0, 3)).toEqual(['a_name_that_is_far_t', 'a_name_that_is_far_2', 'a_name_that_is_far_3']);
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(25);
  expect(all.map(usernameProblem).filter(Boolean)).toEqual([]);
});

test('whatever the name, every username is a valid one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
      for (const username of usernamesFrom([name], sevens)) expect(usernameProblem(username)).toBeNull();
    }),
  );
});
