import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { ERRORS, fail } from '#core/contract/errors.ts';
import { CONTACT_FAILED, CONTACT_ISSUES, CONTACT_SENT } from '#core/contract/schemas/contact.ts';
import { filesBelow } from '#framework/build/codegen.ts';
import { flashIn } from '#framework/context.ts';
import { loadSentences, refusalIn } from './sentences.ts';

const ROOT = join(import.meta.dir, '../..');
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
  ...filesBelow(join(ROOT, 'core/contract'), /^(?!errors|sentences).*\.ts$/).map(
    (file) => `core/contract/${file}`,
  ),
  ...filesBelow(join(ROOT, 'routes/api'), /\.ts$/).map((file) => `routes/api/${file}`),
  ...[
    'core/trading/order.ts',
    'core/account/username.ts',
    'services/account/accounts.ts',
    'services/account/passwords.ts',
    'services/contact/contact.ts',
  ],
  ...[
    'services/season/admin-actions.ts',
    'services/recordings/recordings.ts',
    'services/season/edit.ts',
    'services/trading/trading.ts',
  ],
  ...[
    'services/leaderboard/leaderboard.ts',
    'services/trading/quotes.ts',
    'services/realtime/hub.ts',
    'services/platform/idempotency.ts',
    'services/shop/shop.ts',
    'services/account/discord/refusal.ts',
  ],
].filter((file) => !file.includes('.test.'));

/** The fixed English, on the Hebrew contact form too. */
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

/** Every text with places, with what a regular expression says a sentence of it looks like. */
const texts = ['errors', 'messages'].flatMap((name) => {
  const found = JSON.parse(readFileSync(join(ROOT, `locales/en/${name}.json`), 'utf8'));
  return Object.values(found).filter(
    (text): text is string => typeof text === 'string' && text.includes('{{'),
  );
});
const split = (text: string) => text.split(/\{\{\s*\w+\s*\}\}/);
const shape = (text: string) =>
  new RegExp(
    `^${split(text)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('(.+?)')}$`,
    's',
  );
/** The same sentence wherever the Hebrew one has its values: one folder with one text, its places in order. */
function valuesBy(text: string): (sentence: string) => string[] | null {
  const folder = mkdtempSync(join(tmpdir(), 'sentences-'));
  const places = split(text).length - 1;
  const own = Array.from({ length: places }, (_, i) => `{{v${i}}}`).join('\0');
  let place = 0;
  const numbered = text.replace(/\{\{\s*\w+\s*\}\}/g, () => `{{v${place++}}}`);
  for (const [locale, wording] of [
    ['en', numbered],
    ['he', own],
  ] as const) {
    mkdirSync(join(folder, locale));
    writeFileSync(join(folder, locale, 'errors.json'), JSON.stringify({ text: wording }));
  }
  const one = loadSentences(folder);
  rmSync(folder, { recursive: true });
  return (sentence) => one(sentence, 'he')?.split('\0') ?? null;
}

test.each(texts)('"%s" is found where a regular expression finds it, with the same values', (text) => {
  const pieces = split(text).flatMap((part) => [part, part.slice(0, -1), part.slice(1), ' ', 'a']);
  const values = valuesBy(text);
  const reference = shape(text);
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.constantFrom(...pieces), { maxLength: 2 }), { minLength: 6, maxLength: 8 }),
      fc.boolean(),
      (filling, worded) => {
        const parts = split(text);
        const sentence = worded
          ? parts.map((part, i) => part + (i < parts.length - 1 ? filling[i % 6]!.join('') : '')).join('')
          : filling.flat().join('').slice(0, 200);
        if (sentence.includes('\0')) return;
        expect(values(sentence)).toEqual(reference.exec(sentence)?.slice(1) ?? null);
      },
    ),
    { numRuns: 60 },
  );
});

/** The shortest of some tries, ms: what it takes itself, on a busy machine too. */
function timeOf(work: () => unknown, tries = 20): number {
  const times = Array.from({ length: tries }, () => {
    const from = performance.now();
    work();
    return performance.now() - from;
  });
  return Math.min(...times);
}

test.each(texts)('nobody can make "%s" slow', (text) => {
  const parts = split(text);
  for (const length of [990, 10_000]) {
    const round = `a${parts.slice(1).join('a')}`;
    const hostile = [
      `${parts[0]}${'a'.repeat(length)}`,
      `${parts[0]}${round.repeat(length / round.length)}x`,
      `${parts[0]}a${parts
        .slice(1)
        .join('')
        .repeat(length / parts.join('').length)}x`,
      `${parts[0]}${parts[1]!.repeat(length / (parts[1]!.length || 1))}${parts.at(-1)}`,
    ];
    for (const each of hostile) expect(timeOf(() => say(each, 'he'))).toBeLessThan(5);
  }
});
