/** All visible text comes from locales/: no component contains a sentence. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '#framework/build/codegen.ts';

const ROOT = join(import.meta.dir, '..');

/** Attributes that a reader sees or hears. */
const ATTRIBUTE =
  /\b(?:aria-label|aria-description|aria-roledescription|title|placeholder|alt|label)=(?:"([^"]*)"|\{'([^']*)'\})/g;
/** A text between two tags on a line, or alone on a line inside markup. */
const BETWEEN = /(?<![=-])>([^<>{}()=;]+)<\//g;
const ALONE = /^\s+([A-Z][a-z]+(?: [\w'’,-]+)+[.!?…]?)$/gm;
/** Titles of heads and flashes in routes. */
const TITLE = /\btitle: '([^']+)'/g;

/** Names that are the same in every language. */
const NAMES = /^(Paperpit|Discord|TKF|XP|CVC|SHORT|[IV]+|[^A-Za-z]*|.)$/;

function literals(file: string, source: string): string[] {
  const text = source.replace(/\/\*[\s\S]*?\*\/|(?<=\s)\/\/ .*$/gm, '');
  const inRoutes = file.startsWith('routes/') && !file.startsWith('routes/api');
  const patterns = [
    ATTRIBUTE,
    BETWEEN,
    ...(file.endsWith('.tsx') ? [ALONE] : []),
    ...(inRoutes ? [TITLE] : []),
  ];
  const texts = patterns
    .flatMap((pattern) => [...text.matchAll(pattern)].map(([, a, b]) => (a ?? b ?? '').trim()))
    .filter((each) => /[A-Za-z]{2}/.test(each) && !NAMES.test(each));
  return [...new Set(texts)];
}

const files = ['components', 'islands', 'routes'].flatMap((room) =>
  filesBelow(join(ROOT, room), /\.tsx$/)
    .filter((name) => !name.includes('.test.'))
    .map((name) => `${room}/${name}`),
);

test('no text of a page stands in the source', () => {
  const findings = files.flatMap((file) =>
    literals(file, readFileSync(join(ROOT, file), 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(findings).toEqual([]);
  expect(files.length).toBeGreaterThan(60);
});

test('the search finds texts, and lets names and values be', () => {
  const bad = [
    '<button aria-label="Notifications" />',
    "<img alt={'A dog'} />",
    '<h1 className="x">Something went wrong</h1>',
    '<p>\n          Reload Page\n</p>',
    '<input placeholder="Your name" />',
  ];
  for (const source of bad)
    expect([source, literals('components/x.tsx', source).length]).toEqual([source, 1]);
  expect(literals('routes/x.tsx', "head: () => ({ title: 'Not found' })")).toHaveLength(1);
  const fine = [
    '<b>Paperpit</b>',
    '<i title={t("a:b")}>{name}</i>',
    'const a = b > c && d </x',
    '<td>XP</td>',
    '<b>—</b>',
  ];
  for (const source of fine) expect([source, literals('components/x.tsx', source)]).toEqual([source, []]);
});
