import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS, fail } from '#core/errors.ts';
import { CONTACT_FAILED, CONTACT_ISSUES, CONTACT_SENT } from '#core/wire/contact.ts';
import { filesBelow } from '../scripts/routes.ts';
import { flashIn, loadSentences, refusalIn } from './sentences.ts';

const ROOT = join(import.meta.dir, '..');
const say = loadSentences(join(ROOT, 'locales'));
const english = JSON.parse(readFileSync(join(ROOT, 'locales/en/errors.json'), 'utf8'));
const isHebrew = (text: string | null) => /\p{Script=Hebrew}/u.test(text ?? '');

test.each(Object.entries(ERRORS))('%s has its sentence in both languages', (code, { message }) => {
  expect(english[code]).toBe(message.replace(/\{(\w+)\}/g, '{{$1}}'));
  expect(isHebrew(say(message.replace(/\{\w+\}/g, 'X'), 'he'))).toBe(true);
  expect(say(message, 'en')).toBe(message);
});

/** Sentences in the sources that a reader may get to see; places for values become `X`. */
function sentences(text: string): string[] {
  const after =
    /(?:\b(?:message|error|title):|\b(?:MISSING|message) =|invalid\([^,]+,|refuse\(client,|UnavailableError\(|^ {2}\w+: |return|, )\s*(?:'([A-Z][^'\n]*)'|"([A-Z][^"\n]*)"|`([^`\n]*)`)/gm;
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/ .*$/gm, '');
  return [...code.matchAll(after)]
    .map(([, plain, quoted, template]) => plain ?? quoted ?? template!.replace(/\$\{[^}]*\}/g, 'X'))
    .filter((each) => /^[A-ZX]\S* (?:\S+ )*\S+[.]?$/.test(each) && /[a-z]{2}/.test(each));
}

/** Where refusals and answers are worded. */
const SPOKEN = [
  ...filesBelow(join(ROOT, 'core/wire'), /\.ts$/).map((file) => `core/wire/${file}`),
  ...filesBelow(join(ROOT, 'routes/api'), /\.ts$/).map((file) => `routes/api/${file}`),
  ...[
    'core/trading.ts',
    'core/username.ts',
    'server/accounts.ts',
    'server/passwords.ts',
    'server/contact.ts',
  ],
  ...['server/admin-actions.ts', 'server/recordings.ts', 'server/season/edit.ts', 'server/trading.ts'],
  ...[
    'server/standings.ts',
    'server/quotes.ts',
    'server/realtime/hub.ts',
    'server/idempotency.ts',
    'server/shop.ts',
    'server/discord/refusal.ts',
  ],
].filter((file) => !file.includes('.test.'));

/** SPEC's own English, on the Hebrew contact form too. */
const ENGLISH: readonly string[] = [CONTACT_ISSUES, CONTACT_SENT, CONTACT_FAILED].flatMap((each) =>
  Object.values(each),
);

test.each(SPOKEN)('everything %s says can be said in Hebrew', (file) => {
  const said = sentences(readFileSync(join(ROOT, file), 'utf8'));
  // a place at the end may stay empty
  const can = (sentence: string) =>
    [sentence, sentence.replace(/X$/, '')].some((s) => isHebrew(say(s, 'he')));
  expect(said.filter((sentence) => !can(sentence) && !ENGLISH.includes(sentence))).toEqual([]);
});

test('the search finds sentences', () => {
  const source = `throw fail('X', { message: 'There is no such recording.' });\n  refine(ok, 'The URL must start with it')`;
  expect(sentences(source)).toEqual(['There is no such recording.', 'The URL must start with it']);
});

test('values keep their places, and words of ours are translated with them', () => {
  expect(say('Unknown ticker $X.Y.', 'he')).toBe('הסימול $X.Y אינו מוכר.');
  const told = say('You are short 12.5 BRK.B. Cover it first, or reverse.', 'he');
  expect(told).toBe('יש לך שורט של 12.5 BRK.B. כסו אותה תחילה, או התהפכו.');
  expect(say('A sentence nobody has heard of.', 'he')).toBeNull();
});

test('a refusal keeps code, status and details; its sentences change', () => {
  const both = fail('INVALID', {
    issues: [
      { path: 'username', message: 'Use 3 to 20 letters, digits, _ or -.' },
      { path: 'password', message: 'Invalid input: expected string' },
    ],
    message: 'Use 3 to 20 letters, digits, _ or -. Invalid input: expected string',
    details: { seconds: 3 },
    headers: { 'retry-after': '3' },
  });
  const told = refusalIn(both, 'he', say);
  expect(told).toMatchObject({
    code: 'INVALID',
    status: 422,
    details: { seconds: 3 },
    headers: { 'retry-after': '3' },
  });
  const [rule, general] = ['יש להשתמש ב-3 עד 20 אותיות, ספרות, _ או -.', 'ערך לא תקין.'];
  expect(told.issues?.map((issue) => issue.message)).toEqual([rule, general]);
  expect(told.message).toBe(`${rule} ${general}`);
  expect(refusalIn(both, 'en', say)).toBe(both);
});

test('a message for the next page is told in the language of that page', () => {
  const flash = { kind: 'error' as const, title: 'Login failed', message: 'Wrong username or password.' };
  expect(flashIn(flash, 'en', say)).toEqual(flash);
  const told = flashIn(flash, 'he', say);
  expect([told.title, told.message].every(isHebrew)).toBe(true);
});
