import { describe, expect, test } from 'bun:test';
import { initials, normalizeUsername, usernameKey, usernameProblem } from './username.ts';

describe('usernameProblem', () => {
  test.each([
    'abc',
    'A-b_9',
    'דנה',
    'נועה_trader',
    'dana2דנה',
    'प्रिया',
    'Ωμέγα',
    'Ünal-9',
    'иван_2',
    '山田タロウ',
    'əli',
    'Ɗan-ƙasa',
    'ｆｕｌｌ',
    'a2345678901234567890',
    '𝓂𝒶𝓉𝒽',
    '田中太郎',
  ])('takes %s', (name) => {
    expect(usernameProblem(name)).toBeNull();
  });
  test.each([
    ['too short', 'ab'],
    ['too long', '123456789012345678901'],
    ['a blank', 'a b c'],
    ['an emoji', 'abc🚀'],
    ['punctuation', 'a.b.c'],
    ['a direction mark', 'abc\u202Edef'],
    ['a zero-width joiner', 'ab\u200Dc'],
    ['a letter that draws nothing', 'abc\u3164'],
    ['marks piled up', 'a\u0317\u0318\u0319\u031Cbc'],
    ['a mark without a letter', '\u0301abc'],
    ['a control character', 'abc\u0000'],
    ['markup', '<b>x</b>'],
    ['digits alone', '12345'],
    ['no letter', '---'],
    ['a Cyrillic letter among Latin ones', 'pаypal'],
    ['a Hebrew letter among Latin ones', 'admןn'],
    ['Cyrillic beside Latin', 'иван_trader'],
    ['a Greek capital among Latin letters', 'Ωmega'],
    ['a Lisu letter among Latin ones', 'ꓢecadmin'],
    ['a script that is nobody’s today', 'ꓮꓓꓟꓲꓠ'],
    ['phonetic small capitals', 'ᴀᴅᴍɪɴ'],
    ['a tone letter that looks like an S', 'ƨupport'],
    ['a click letter that looks like an l', 'admǀn'],
    ['an old letter that looks like a p', 'suƿƿort'],
    ['digits of another script', 'dana٣'],
    ['nothing', ''],
  ])('refuses %s', (_, name) => {
    expect(usernameProblem(name)).toBe('usernameRule');
  });
});

test('the length is counted after NFKC', () => {
  expect(normalizeUsername('ﬁ1')).toBe('fi1');
  expect(usernameProblem('ﬁ1')).toBeNull();
});

describe('usernameKey', () => {
  test.each([
    ['case', 'Trader', 'tRADER'],
    ['full width', 'Ｔrader', 'trader'],
    ['composition', 'Jose\u0301', 'Jos\u00e9'],
    ['Cyrillic', 'раура1', 'paypal'],
    ['Cyrillic capitals', 'ВОТ', 'bot'],
    ['Greek capitals', 'ΝΟΡΕ', 'nope'],
    ['digits', 'h0me', 'home'],
    ['l, I and 1', 'mIl1', 'mlll'],
    ['sharp s', 'straße', 'STRASSE'],
    ['final sigma', 'Σοφος', 'ΣΟΦΟΣ'],
    ['Hebrew points', 'דָן1', 'דן1'],
    ['Turkish dotless i', 'ılker', 'Ilker'],
  ])('%s: %s and %s are one name', (_, a, b) => {
    expect(usernameKey(a)).toBe(usernameKey(b));
  });
  test.each([
    ['trader', 'trading'],
    ['a_b', 'a-b'],
    ['jose', 'josé'],
    ['דנה', 'דנא'],
  ])('%s and %s are two', (a, b) => {
    expect(usernameKey(a)).not.toBe(usernameKey(b));
  });
});

test.each([
  ['ann', 'AN'],
  ['נועה', 'נו'],
  ['éva', 'ÉV'],
  ['דָּן1', 'דָּן'],
  ['x_1', 'X_'],
])('%s stands as %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
