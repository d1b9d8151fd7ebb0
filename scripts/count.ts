/**
 * `npm run count`: prints counts of the repository. It counts the lines and files of production code by room, files
 * with fewer than 40 lines that only one file imports, circles of imports, variables with vague names, and words of the
 * documents; `--list` names the files, rooms and variables. Production code is `.ts`, `.tsx`, `.mjs`, `.css` and `.sql`
 * outside tests and `lab/`.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { filesBelow } from '#framework/build/codegen.ts';

const ROOT = join(import.meta.dir, '..');
const ROOMS = [
  'art',
  'components',
  'core',
  'db',
  'framework',
  'islands',
  'market',
  'proof',
  'routes',
  'scripts',
  'services',
];
const VAGUE = /\b(?:const|let)\s+(?:own|found|known|shown|seen|made|left|before|at)\b/g;
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s*)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

type Source = { file: string; text: string; lines: number };

const read = (file: string): Source => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return { file, text, lines: text.split('\n').length - 1 };
};
const isTest = (file: string) => /\.test\.tsx?$|(^|\/)(tests|\.build)\//.test(file);
const below = (room: string, names: RegExp) =>
  filesBelow(join(ROOT, room), names).map((name) => `${room}/${name}`);

const all = ROOMS.flatMap((room) => below(room, /\.(tsx?|css|sql|mjs)$/));
const production = [
  ...all.filter((file) => !isTest(file)),
  'main.ts',
  'app.ts',
  'site.config.ts',
  'uno.config.ts',
].map(read);
const tests = [...all.filter(isTest), ...below('tests', /\.(tsx?|sql)$/)].map(read);
const lab = below('lab', /\.(tsx?|sql)$/).map(read);

/** Returns the repository's files that a source imports. `types`: only types; `later`: by `import()`. */
function readsOf({ file, text }: Source): { to: string; types: boolean; later: boolean }[] {
  return [...text.matchAll(IMPORT)].flatMap(([, type, plain, dynamic]) => {
    const path = plain ?? dynamic!;
    if (!/^[#.]/.test(path)) return [];
    const to = path.startsWith('#') ? path.slice(1) : normalize(join(dirname(file), path));
    return { to, types: type !== undefined, later: dynamic !== undefined };
  });
}

/** Counts words with a letter, outside of code blocks. */
const wordsOf = (text: string) =>
  text
    .replace(/^```.*?^```/gms, '')
    .split(/\s+/)
    .filter((word) => /[A-Za-z]/.test(word)).length;

/**
 * Returns the units in a circle of imports, ignoring `import()`. @param unit returns the unit of a file; undefined for
 * a file without one
 */
function circles(unit: (file: string) => string | undefined, withTypes = false): string[] {
  const edges = new Map<string, Set<string>>();
  for (const source of production)
    for (const { to, types, later } of readsOf(source)) {
      const [from, target] = [unit(source.file), unit(to)];
      const counts = from && target && from !== target && !later && (withTypes || !types);
      if (counts) edges.set(from, (edges.get(from) ?? new Set()).add(target));
    }
  const reach = (from: string, passed = new Set<string>()): Set<string> => {
    for (const next of edges.get(from) ?? [])
      if (!passed.has(next)) {
        passed.add(next);
        reach(next, passed);
      }
    return passed;
  };
  return [...edges.keys()].filter((from) => reach(from).has(from)).sort();
}
const roomOf = (file: string) => file.split('/')[0]!;
const chartRoomOf = (file: string) => /^islands\/chart\/[^/]+/.exec(file)?.[0];

const readers = new Map<string, Set<string>>();
for (const source of production)
  for (const { to } of readsOf(source)) readers.set(to, (readers.get(to) ?? new Set()).add(source.file));
const single = production.filter(({ file, lines }) => lines < 40 && readers.get(file)?.size === 1);
const vague = (sources: readonly Source[]) =>
  sources.flatMap(({ file, text }) =>
    [...text.matchAll(VAGUE)].map((match) => `${file}: ${match[0].trim()}`),
  );

const sum = (sources: readonly Source[]) => sources.reduce((lines, source) => lines + source.lines, 0);
const row = (name: string, files: number, lines: number) =>
  console.log(`${name.padEnd(12)} ${String(files).padStart(6)} ${String(lines).padStart(8)}`);
console.log('room          files    lines');
for (const room of ROOMS) {
  const inRoom = production.filter(({ file }) => file.startsWith(`${room}/`));
  row(room, inRoom.length, sum(inRoom));
}
row('production', production.length, sum(production));
row('lab', lab.length, sum(lab));
row('tests', tests.length, sum(tests));

const documents = below('docs', /\.md$/).filter((file) => file !== 'docs/budgets.md');
const words = documents.reduce((total, file) => total + wordsOf(read(file).text), 0);
console.log(`words of docs, without the generated budgets: ${words}`);
const list = (title: string, entries: readonly string[]) =>
  console.log(
    `${title}: ${entries.length}${process.argv.includes('--list') ? entries.map((entry) => `\n  ${entry}`).join('') : ''}`,
  );
list(
  'files with one reader and fewer than 40 lines',
  single.map(({ file }) => file),
);
list('rooms in a circle of values', [...circles(roomOf), ...circles(chartRoomOf)]);
list(
  'files in a circle of values',
  circles((file) => file),
);
list(
  'files in a circle of imports, types too',
  circles((file) => file, true),
);
list('vague names in production', vague(production));
list('vague names in tests', vague([...tests, ...lab]));
