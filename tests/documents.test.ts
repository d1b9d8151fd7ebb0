/** Checks the documents: each link leads somewhere, and each decision has its required parts. */
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow } from '#framework/build/codegen.ts';

const ROOT = join(import.meta.dir, '..');
const documents = ['README.md', ...filesBelow(join(ROOT, 'docs'), /\.md$/).map((name) => `docs/${name}`)].map(
  (file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }),
);
const decisions = documents.filter(({ file }) => file.startsWith('docs/decisions/'));

test('links between documents lead to a file', () => {
  const links = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, to]) => to!.replace(/#.*$/, ''))
      .filter((to) => to !== '' && !/^[a-z]+:/.test(to))
      .map((to) => ({ file, to })),
  );
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ file, to }) => !existsSync(join(ROOT, dirname(file), to)))).toEqual([]);
});

test('a decision has its number, title, date, status, context, decision and consequences', () => {
  const parts = [
    /^# \d{3}\. \S/,
    /^Date: \d{4}-\d{2}-\d{2}\. Status: (in force|superseded)/m,
    /\*\*Context\.\*\*/,
    /\*\*(Decision|Decision and consequences)\.\*\*/,
    /\*\*(Decision and consequences|Consequences)\b/,
  ];
  expect(decisions.length).toBeGreaterThan(10);
  const wrong = decisions.flatMap(({ file, text }) =>
    parts.filter((part) => !part.test(text)).map((part) => `${file} lacks ${part}`),
  );
  expect(wrong).toEqual([]);
  const unnumbered = decisions.filter(({ file, text }) => text.slice(2, 5) !== file.slice(15, 18));
  expect(unnumbered.map(({ file }) => file)).toEqual([]);
});

test('files that a decision names are there', () => {
  const named = decisions.flatMap(({ file, text }) =>
    [...text.matchAll(/`([a-z][\w./()[\]-]*\/[\w.-]+\.(?:tsx?|css|sql|py))`/g)].map(([, path]) => ({
      file,
      path: path!,
    })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('a document says first for whom it is', () => {
  const guides = documents.filter(({ file }) => /^docs\/[\w-]+\.md$/.test(file));
  expect(guides.filter(({ text }) => !/^# .+\n\nFor \w/.test(text)).map(({ file }) => file)).toEqual([]);
});

test('docs/security.md counts its rows, and its tests are there', () => {
  const text = documents.find(({ file }) => file === 'docs/security.md')!.text.replaceAll('\n  ', ' ');
  const count = (pattern: RegExp) =>
    [...text.matchAll(pattern)].reduce((sum, [, rows]) => sum + rows!.split(', ').length, 0);
  const ROWS = String.raw`((?:\d+\.\d+\.\d+(?:, )?)+)`;
  expect(text).toContain(`proves it | ${count(new RegExp(`${ROWS} \\(\``, 'g'))} `);
  expect(text).toContain(`without such a test | ${count(new RegExp(`^- ${ROWS} (?![(*])`, 'gm'))} `);
  expect(text).toMatch(new RegExp(`not met +\\| ${count(new RegExp(`^- ${ROWS} \\*\\*not met:`, 'gm'))} `));
  const named = [...text.matchAll(/\d \((`[^()]+`)\)/g)].flatMap(([, names]) =>
    names!.split(', ').map((name) => name.replaceAll('`', '')),
  );
  const fileOf = (name: string) =>
    name === 'http'
      ? 'framework/tests/http.test.ts'
      : name.includes('/')
        ? name
        : `tests/server/${name}.test.ts`;
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((name) => !existsSync(join(ROOT, fileOf(name))))).toEqual([]);
});
