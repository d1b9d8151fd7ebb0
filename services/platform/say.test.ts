import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TranslationKey } from '#build/i18n.gen.ts';
import { LOCALES } from '#core/locale/locale.ts';
import { ISSUES, type IssueCode, issueAt } from '#core/refusals/issues.ts';
import { PARAMS, WORDS } from '#core/refusals/params.ts';
import { fail, REFUSALS, type WordingKey } from '#core/refusals/refusals.ts';
import { filesBelow } from '#framework/build/codegen.ts';
import { flashIn } from '#framework/context.ts';
import { issueText, textsOf, word } from '#framework/failure.ts';
import { say } from '#tests/helpers/english.ts';

const ROOT = join(import.meta.dir, '../..');
type Texts = { [key: string]: string | Texts };

function flat(texts: Texts, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  );
}
const read = (file: string): Texts => JSON.parse(readFileSync(join(ROOT, 'locales', file), 'utf8'));
const placesOf = (text: string) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name!).sort();

/** Keys of errors.json with the parameters that the code passes. */
const wordings = new Map<string, readonly string[]>([
  ...Object.entries(REFUSALS).flatMap(([code, entry]): [string, readonly string[]][] => {
    const { params = [], reasons = {} } = entry as {
      params?: readonly string[];
      reasons?: Record<string, readonly string[]>;
    };
    return [
      [code, params],
      ...Object.entries(reasons).map(([r, p]): [string, readonly string[]] => [`${code}.${r}`, p]),
    ];
  }),
  ...Object.entries(ISSUES),
  ...Object.entries(WORDS).flatMap(([kind, words]) =>
    words.map((each): [string, string[]] => [`${kind}.${each}`, []]),
  ),
]);
/** Keys of the framework and the socket that are not refusals. */
const OTHERS = /^(title$|KEPT(\.|$)|socket\.)/;

describe.each([...LOCALES])('locales/%s/errors.json', (locale) => {
  // the plural forms of a key count as one text
  const texts = new Map(
    flat(read(`${locale}/errors.json`)).map(([key, text]) => [key.replace(/_(one|two|other)$/, ''), text]),
  );

  test.each([...wordings])('%s is worded with its parameters', (key, params) => {
    expect(placesOf(texts.get(key) ?? 'not worded')).toEqual([...params].sort());
    expect(texts.has(key)).toBe(true);
  });

  test('has no text that is never used', () => {
    expect([...texts.keys()].filter((key) => !wordings.has(key) && !OTHERS.test(key))).toEqual([]);
  });
});

test.each(filesBelow(join(ROOT, 'locales/en'), /\.json$/))(
  '%s has the same places in all languages',
  (file) => {
    const places = (locale: string) =>
      Object.fromEntries(flat(read(`${locale}/${file}`)).map(([key, text]) => [key, placesOf(text)]));
    const english = places('en');
    // the plural forms for one and two may leave the number out
    for (const locale of LOCALES)
      for (const [key, parameters] of Object.entries(places(locale)))
        if (english[key] && !/_(one|two)$/.test(key))
          expect([locale, key, parameters]).toEqual([locale, key, english[key]]);
  },
);

/** A value for each parameter that no wording contains. */
const VALUES = Object.fromEntries(
  Object.entries(PARAMS).map(([name, kind]) => {
    const words = (WORDS as Record<string, readonly string[]>)[kind];
    const values = {
      money: '1234.5',
      price: '12.3456',
      exact: '4.9999',
      number: 42,
      list: ['P', 'Q'],
      sectors: ['Energy'],
      date: '2026-11-23',
    };
    return [name, words?.[0] ?? values[kind as keyof typeof values] ?? 'Z'];
  }),
);

test.each([...LOCALES])('fills every parameter in %s', (locale) => {
  for (const [key, names] of wordings) {
    const params = Object.fromEntries(names.map((name) => [name, VALUES[name]!]));
    const said = say({ key: `errors:${key}` as never, params }, locale);
    expect([key, /\{\{|undefined|NaN/.test(said)]).toEqual([key, false]);
    expect([key, said.length > 0]).toEqual([key, true]);
  }
});

test('formats parameters by their kind', () => {
  const conflict = fail('POSITION_CONFLICT.held', {
    params: { side: 'short', quantity: '12.5', symbol: 'BRK.B', closing: 'cover' },
  });
  expect(say(textsOf(conflict), 'en')).toBe('You are short 12.5 BRK.B. Cover it first, or use Reverse.');
  expect(say(textsOf(conflict), 'he')).toBe('כבר פתוח לך שורט של 12.5 BRK.B. קודם כיסוי, או היפוך.');
  const cash = fail('NOT_ENOUGH_CASH.open', {
    params: { quantity: '1000', symbol: 'AAPL', cost: '100000.5', cash: '7', action: 'buy', most: '0.07' },
  });
  expect(say(textsOf(cash), 'en')).toBe(
    '1000 AAPL would cost $100,000.50 and you have $7.00. The most you can buy is 0.07.',
  );
  const low = fail('PRICE_TOO_LOW', { params: { symbol: 'A', exactPrice: '4.9999', least: '5.00' } });
  expect(say(textsOf(low), 'en')).toBe('A is at $4.9999. Here only shares at $5.00 or more can be traded.');
  const priced = (price: string) => say(textsOf(fail('PRICE_CROSSED', { params: { price } })), 'en');
  expect(priced('147.2')).toBe('The price is already at $147.20: the stop is reached.');
  expect(priced('1147.2034')).toBe('The price is already at $1,147.20: the stop is reached.');
  expect(priced('0.987')).toBe('The price is already at $0.9870: the stop is reached.');
});

test('names sectors in the language of the reader, and leaves other names', () => {
  const empty = issueText(issueAt('sectors', 'sectorsEmpty', { sectors: ['Energy', 'Alchemy'] }));
  expect(say(empty, 'en')).toBe('The market has no tickers in these sectors: Energy, Alchemy');
  expect(say(empty, 'he')).toBe('אין בשוק סימולים בסקטורים האלה: אנרגיה, Alchemy');
});

test.each(['long', 'short', 'buy', 'theme', '{{username}}', '$t(errors:INTERNAL)'])(
  'the name %s stays what it is',
  (username) => {
    const refused = fail('ALREADY_DISQUALIFIED', { params: { username } });
    for (const locale of LOCALES) expect(say(textsOf(refused), locale)).toContain(username);
    expect(say({ key: 'messages:disqualified', params: { username } }, 'he')).toBe(
      `הפסילה של ${username} נרשמה.`,
    );
  },
);

test('a refusal keeps code, parameters, status and details in every language', () => {
  const issues = [issueAt('username', 'usernameRule'), issueAt('password', 'passwordShort', { length: 8 })];
  const both = fail('INVALID', { issues, saying: issues, details: { seconds: 3 } });
  const [rule, length] = ['בין 3 ל־20 תווים: אותיות, ספרות, קו תחתון או מקף.', 'לפחות 8 תווים.'];
  expect(word({ say }, both, 'he')).toMatchObject({
    code: 'INVALID',
    status: 422,
    details: { seconds: 3 },
    message: `${rule} ${length}`,
    issues: [
      { path: 'username', code: 'usernameRule', message: rule },
      { path: 'password', code: 'passwordShort', params: { length: 8 }, message: length },
    ],
  });
});

test('words a flash in the language of the page that shows it', () => {
  const flash = {
    kind: 'error' as const,
    title: { key: 'messages:loginFailed' } as const,
    message: textsOf(fail('BAD_CREDENTIALS')),
    issues: { username: { key: 'errors:usernameRule' } as const },
  };
  expect(flashIn(flash, 'en', say)).toEqual({
    kind: 'error',
    title: 'Login failed',
    message: 'Wrong username or password.',
    issues: { username: 'Use 3 to 20 letters, digits, _ or -.' },
  });
  const hebrew = flashIn(flash, 'he', say);
  for (const text of [hebrew.title, hebrew.message, hebrew.issues!.username])
    expect(text).toMatch(/\p{Script=Hebrew}/u);
});

/** Compiles as long as every refusal and every issue is worded in `locales/en/errors.json`. */
type Worded<Key extends TranslationKey = `errors:${WordingKey | IssueCode}`> = Key;

test('checks keys at compile time', () => {
  const key: Worded = 'errors:NOT_FOUND.recording';
  expect(say({ key }, 'en')).toBe('Recording not found.');
});
