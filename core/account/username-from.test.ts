import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { usernameProblem } from './username.ts';
import { usernamesFrom } from './username-from.ts';

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

test('a name with nothing to keep gives way to the next one, and at last to a plain one', () => {
  expect(first('🔥🔥', 'max_power')).toBe('max_power');
  expect(first('xy', '..')).toBe('trader');
  expect(first('')).toBe('trader');
});

test('taken names are numbered, then given random digits; all of them differ and are valid', () => {
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
