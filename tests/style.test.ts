/** There is one way to style: colours in one file of tokens, utilities for layout, style sheets for shapes. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGenerator } from 'unocss';
import { unoTheme } from '#components/ui/theme.ts';
import { filesBelow } from '#framework/build/codegen.ts';
import unoConfig from '../uno.config.ts';

const ROOT = join(import.meta.dir, '..');
const MAX_CLASSES = 120;

const read = (rooms: readonly string[], matches: RegExp) =>
  rooms.flatMap((room) =>
    filesBelow(join(ROOT, room), matches)
      .filter((name) => !/\.test\.tsx?$/.test(name))
      .map((name) => ({ file: `${room}/${name}`, text: readFileSync(join(ROOT, room, name), 'utf8') })),
  );

const screens = read(['components', 'islands', 'routes'], /\.tsx?$/);
const sheets = read(['components'], /\.css$/);
/** Core has the colours that are rules of the product: ranks, averages, themes. Art has colours of its own. */
const painted = [...screens, ...sheets, ...read(['framework', 'services', 'db'], /\.tsx?$/)];

const findAll = (sources: typeof screens, pattern: RegExp) =>
  sources.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([found]) => `${file}: ${found.trim()}`),
  );

const HEX = /(?<=["'`\s:(,_])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b/gi;
const PIXELS = /[\w:!-]*-(?:\[[^\]\s"'`]*\dpx[^\]\s"'`]*\]|\d+px)/g;
/** Sizes for which there are type steps and radii. */
const MEASURES = /(?:font-size|border(?:-\w+)*-radius):\s*[\d.]+px|font:[^;]*\dpx/g;
const STRINGS = /"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`/g;
const UTILITY =
  /(?:^|\s)(?:flex|grid|absolute|relative|(?:[\w-]+:)*(?:text|[mp][xytbse]?|rounded|border|bg|[hw]|gap)-\S+)(?=\s|$)/;

function longLists(sources: typeof screens): string[] {
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(STRINGS)]
      .map(([, double, single, template]) => double ?? single ?? template ?? '')
      .filter((list) => list.length > MAX_CLASSES && UTILITY.test(list) && !/[.;<]\s|\n/.test(list))
      .map((list) => `${file}: ${list}`),
  );
}

test('the sources are found', () => {
  expect(screens.length).toBeGreaterThan(150);
  expect(sheets.length).toBeGreaterThan(10);
});

test('a colour is written in the tokens only', () => {
  expect(findAll(painted, HEX).filter((found) => !found.startsWith('components/ui/tokens.ts'))).toEqual([]);
});

test('no class has pixels of its own', () => {
  expect(findAll(screens, PIXELS)).toEqual([]);
});

// `> :not([hidden]) ~ :not([hidden])`: after any child is added, the browser matches all children of its parent again
test('no utility styles the siblings of whatever there is', () => {
  expect(findAll(screens, /(?<=["'`\s])(?:divide|space)-[xy]\b[\w-]*/g)).toEqual([]);
});

test('type and radii in style sheets are the steps', () => {
  expect(findAll(sheets, MEASURES)).toEqual([]);
});

test(`no class list is longer than ${MAX_CLASSES} characters`, () => {
  expect(longLists(screens)).toEqual([]);
});

test('every custom property that is read is set', () => {
  const properties = unoTheme.preflights.map(({ getCSS }) => getCSS()).join('');
  const all = [{ file: 'theme', text: properties }, ...screens, ...sheets];
  const set = new Set(
    all.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)['"]?\s*:/g)].map(([, name]) => name)),
  );
  const lost = [...screens, ...sheets].flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)]
      .filter(([, name]) => !set.has(name))
      .map(([use]) => `${file}: ${use}`),
  );
  expect(lost).toEqual([]);
});

const CLASS_LISTS = /class(?:Name)?=(?:"([^"]+)"|\{`([^`$]+)`\})/g;

/** Returns the classes in `sources` that neither a utility nor a sheet styles, and that no script looks for. */
async function unstyled(sources: typeof screens): Promise<string[]> {
  const classes = sources.flatMap(({ text }) =>
    [...text.matchAll(CLASS_LISTS)].flatMap(([, plain, template]) => (plain ?? template ?? '').split(/\s+/)),
  );
  const uno = await createGenerator(unoConfig);
  const { matched } = await uno.generate(new Set(classes), { preflights: false });
  const scripts = ['islands', 'framework', 'tests'].flatMap((room) =>
    filesBelow(join(ROOT, room), /\.tsx?$/).map((name) => ({
      text: readFileSync(join(ROOT, room, name), 'utf8'),
    })),
  );
  const selectors = new Set(
    [...sheets, ...scripts].flatMap(({ text }) =>
      [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name),
    ),
  );
  return [...new Set(classes)].filter((name) => name !== '' && !matched.has(name) && !selectors.has(name));
}

// a class whose rule was renamed or deleted leaves its element without a style
test('every class has a style, or a script that looks for it', async () => {
  expect(await unstyled(screens)).toEqual([]);
  const sample = { file: 'sample.tsx', text: '<p className="flex card no-such-class">' };
  expect(await unstyled([sample])).toEqual(['no-such-class']);
});

test('the searches find what they look for', () => {
  const file = 'sample.tsx';
  const countOf = (text: string, pattern: RegExp) => findAll([{ file, text }], pattern).length;
  for (const text of ['fill="#f3f0e6"', 'color: #FFF;', '0 1px #000a', 'bg-[0_0_#123456]'])
    expect(countOf(text, HEX)).toBe(1);
  for (const text of ['id="#you"', 'a#frame', "'#core/money.ts'"]) expect(countOf(text, HEX)).toBe(0);
  for (const text of ['"p-[14px]"', '"md:w-18px"', '"max-[699px]:flex"', '"bottom-[calc(4px+1rem)]"'])
    expect(countOf(text, PIXELS)).toBe(1);
  for (const text of ['font-size: 14px', 'font: 400 14px / 20px x', 'border-end-end-radius: 6px'])
    expect(countOf(text, MEASURES)).toBe(1);
  expect(longLists([{ file, text: `className="flex ${'p-4 '.repeat(30)}"` }])).toHaveLength(1);
  expect(longLists([{ file, text: `title="A sentence. ${'of words '.repeat(30)}"` }])).toEqual([]);
});

/** Classes and styles with left and right, which would not be mirrored in Hebrew. */
const PHYSICAL =
  /(?<=["'`\s:!])-?(?:[mp][lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr])|scroll-[mp][lr])-(?:\[|\d|auto|px|full)|(?<=["'`\s:])(?:text|float|clear)-(?:left|right)(?=["'`\s])/g;

/** A block that takes its side from a name or a typed line. Messages, quotations and centred texts may. */
const OWN_SIDE =
  /<(?:bdi className="(?:[^"]* )?block[ "]|p dir="auto" className="(?![^"]*(?:whitespace-pre-wrap|border-s-2|place-items-center)))/g;

test('a Hebrew name on an English page, or the other way round, begins on the side of the page', () => {
  expect(findAll(screens, OWN_SIDE)).toEqual([]);
});

test('no class names a physical direction', () => {
  const wrong = screens.flatMap(({ file, text }) =>
    [...text.matchAll(PHYSICAL)].map(([found]) => `${file}: ${found}`),
  );
  expect(wrong).toEqual([]);
});

test('the search for physical directions finds them', () => {
  const samples = [
    'className="flex ml-4"',
    "'pr-2'",
    '`left-0 x`',
    '"md:text-left"',
    '"-mr-1"',
    '"rounded-l-2"',
  ];
  for (const sample of samples) expect([...sample.matchAll(PHYSICAL)]).toHaveLength(1);
  const fine = ['"ms-4 pe-2 start-0 text-start"', '"i-lucide-chevron-left"', '"play-left"'];
  for (const sample of fine) expect([...sample.matchAll(PHYSICAL)]).toHaveLength(0);
});
