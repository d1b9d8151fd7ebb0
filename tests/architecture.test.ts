/** The house rules that a reader of one file cannot see: who may import whom, and what sources must not say. */
import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
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
  'services',
] as const;
type Room = (typeof ROOMS)[number];

type Import = { from: string; to: string; types: boolean /** Read when it is asked for. */; lazy: boolean };
type Source = { file: string; room: Room; text: string; imports: Import[] };

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s*)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Returns the imports of a file, each as a path from the root (`core/money/money.ts`) or a package's name. */
function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, type, plain, dynamic]) => {
    const spec = plain ?? dynamic!;
    const to = spec.startsWith('#')
      ? spec.slice(1)
      : spec.startsWith('.')
        ? normalize(join(dirname(file), spec)).replaceAll('\\', '/')
        : spec;
    return { from: file, to, types: type !== undefined, lazy: dynamic !== undefined };
  });
}

const sources: Source[] = ROOMS.flatMap((room) =>
  filesBelow(join(ROOT, room), /\.tsx?$/)
    .filter((file) => !/\.test\.tsx?$|\/\.build\//.test(file))
    .map((name) => {
      const file = `${room}/${name}`;
      const text = readFileSync(join(ROOT, file), 'utf8');
      return { file, room, text, imports: importsOf(file, text) };
    }),
);

const isPackage = (to: string) => !/^(\w+\/.*\.(tsx?|css|json|txt))$/.test(to) || to.startsWith('@');
const inRoom = (to: string, room: string) => to.startsWith(`${room}/`);
const isReact = (to: string) => /^(react|react-dom)(\/|$)/.test(to) || to === '@preact/signals-react';

/** The imports that a room may have from other rooms; some rooms make exceptions for single files. */
const ALLOWED: Record<Room, (each: Import) => boolean> = {
  framework: () => false,
  core: ({ to, types }) => types && to === 'framework/endpoint.ts',
  db: ({ to }) => inRoom(to, 'core'),
  market: ({ to, types }) => inRoom(to, 'core') || (types && to === 'services/platform/settings.ts'),
  art: ({ to }) => inRoom(to, 'core'),
  // a proof computes the prices of a season again, so it needs the simulated market
  proof: ({ to }) =>
    inRoom(to, 'core') ||
    inRoom(to, 'market/simulated') ||
    ['market/calendar.ts', 'market/market.ts'].includes(to),
  components: ({ to, types }) =>
    ['core', 'art', 'framework/islands'].some((room) => inRoom(to, room)) ||
    ['framework/page.tsx', 'framework/asset.ts'].includes(to) ||
    (types && to === 'build/i18n.gen.ts'),
  islands: ({ to, types }) =>
    ['core', 'components', 'proof', 'framework/islands', 'framework/browser'].some((room) =>
      inRoom(to, room),
    ) ||
    (types && inRoom(to, 'locales')),
  // services return data and render nothing; only the proof of a season needs the simulated market
  services: ({ from, to, types }) =>
    ['core', 'db', 'framework', 'proof'].some((room) => inRoom(to, room)) ||
    (types && (inRoom(to, 'components') || to === 'build/i18n.gen.ts')) ||
    /^market\/[^/]+$/.test(to) ||
    (inRoom(from, 'services/verify') && inRoom(to, 'market/simulated')),
  // a file that two routes share has a name that begins with _
  routes: ({ to }) => !inRoom(to, 'framework/browser') && (!inRoom(to, 'routes') || /\/_[^/]+$/.test(to)),
};

const REFUSED: Record<Room, (name: string) => boolean> = {
  framework: (name) => name === 'postgres',
  core: (name) => !['zod', 'zod/mini'].includes(name),
  db: isReact,
  market: isReact,
  proof: (name) => isReact(name) || name.startsWith('node:'),
  art: (name) => isReact(name) || name.startsWith('node:'),
  components: (name) =>
    name === 'elysia' || name === 'postgres' || name === 'zod' || name.startsWith('node:'),
  islands: (name) => ['elysia', 'postgres', 'zod', 'i18next'].includes(name) || name.startsWith('node:'),
  services: (name) => name === 'postgres',
  routes: (name) => name === 'postgres',
};

describe('who may import whom', () => {
  test('the sources are found', () => {
    for (const room of ROOMS) expect(sources.some((source) => source.room === room)).toBe(true);
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(100);
  });

  test.each([...ROOMS])('%s', (room) => {
    const wrong = sources
      .filter((source) => source.room === room)
      .flatMap(({ imports }) => imports)
      .filter((each) =>
        isPackage(each.to) ? REFUSED[room](each.to) : !inRoom(each.to, room) && !ALLOWED[room](each),
      )
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  test('the framework stands alone: its tests and their site neither import nor name anything of ours', () => {
    const files = filesBelow(join(ROOT, 'framework'), /\.(tsx?|json)$/)
      .map((name) => `framework/${name}`)
      .filter((file) => !file.includes('/.build/'));
    expect(files).toContain('framework/tests/http.test.ts');
    expect(files.some((file) => file.startsWith('framework/tests/site/islands/'))).toBe(true);
    const wrong = files.filter((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const isForeign = ({ to }: Import) =>
        !inRoom(to, 'framework') && (!isPackage(to) || REFUSED.framework(to));
      return /paperpit/i.test(text) || importsOf(file, text).some(isForeign);
    });
    expect(wrong).toEqual([]);
  });

  test('only db/client.ts knows the driver', () => {
    const users = sources.flatMap(({ imports }) => imports).filter(({ to }) => /^postgres(\/|$)/.test(to));
    expect(users.map(({ from }) => from)).toEqual(['db/client.ts']);
  });

  test('the loader reaches no React', () => {
    const visited = new Set<string>();
    const visit = (file: string) => {
      if (visited.has(file)) return;
      visited.add(file);
      for (const { to } of sources.find((source) => source.file === file)?.imports ?? []) visit(to);
    };
    visit('framework/browser/loader.ts');
    expect(visited.size).toBeGreaterThan(3);
    expect([...visited].filter(isReact)).toEqual([]);
  });

  test('no path climbs out of its room: others are reached by their alias', () => {
    const climbing = sources.filter(({ file, text }) => {
      const room = file.split('/')[0]!;
      const paths = [...text.matchAll(/from\s*['"](\.\.?\/[^'"]+)['"]/g)].map(([, path]) => path!);
      return paths.some((path) => !normalize(join(dirname(file), path)).startsWith(`${room}/`));
    });
    expect(climbing.map(({ file }) => file)).toEqual([]);
  });
});

describe('the rooms of islands/chart', () => {
  /** From the lowest to the highest: a room imports itself and the rooms before it, types and dynamic imports included. */
  const CHART_ROOMS = [
    'ground',
    'data',
    'engine',
    'lines',
    'drawing',
    'scale',
    'live',
    'ticket',
    'view',
    'panel',
    'dashboard',
  ];
  const roomOf = (file: string) => /^islands\/chart\/([^/]+)\//.exec(file)?.[1];
  const imports = sources
    .flatMap((source) => source.imports)
    .filter(({ from, to }) => inRoom(from, 'islands/chart') && inRoom(to, 'islands/chart'));

  test('each file is in one of them', () => {
    const files = sources.map(({ file }) => file).filter((file) => inRoom(file, 'islands/chart'));
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => !CHART_ROOMS.includes(roomOf(file) ?? ''))).toEqual([]);
  });

  test('no room imports one above it', () => {
    const level = (file: string) => CHART_ROOMS.indexOf(roomOf(file)!);
    expect(imports.length).toBeGreaterThan(100);
    const upward = imports.filter(({ from, to }) => level(to) > level(from));
    expect(upward.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });
});

const screens = sources.filter(({ room }) => ['components', 'islands', 'routes'].includes(room));
test('React is imported by name', () => {
  const whole = /import\s+(?:React\b|\*\s+as\s+React\b)/;
  expect(sources.filter(({ text }) => whole.test(text)).map(({ file }) => file)).toEqual([]);
});

/** Returns the lines in the body of a component or hook, outside of nested functions, that read `signal.value`. */
function rawReads(text: string, imported: string[]): string[] {
  const read = new RegExp(`\\b(?:${imported.join('|')})\\.value\\b(?!\\s*=[^=])`);
  let inRender = false;
  return text.split('\n').filter((line) => {
    const start = /^(?:export )?(?:default )?function (\w+)/.exec(line);
    if (start) inRender = /^[A-Z]|^use[A-Z]/.test(start[1]!);
    if (line.startsWith('}')) inRender = false;
    const atTop = /^ {2}\S/.test(line) && !line.includes('=>');
    const inMarkup = /^\s*[<{][^;]*$/.test(line) && !line.includes('=>') && /\{[^}]*\.value\b/.test(line);
    return inRender && (atTop || inMarkup) && read.test(line);
  });
}

/** Returns the signals that a file imports from islands/_state. */
function sharedNames(source: Source): string[] {
  const imports = [...source.text.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"][^'"]*_state\/[^'"]+['"]/g)];
  return imports
    .flatMap(([, names]) => names!.split(',').map((name) => name.replace(/.*\sas\s/, '').trim()))
    .filter((name) => name !== '' && !name.startsWith('type '));
}

test('shared signals are read through useShared in render', () => {
  const wrong = screens.flatMap((source) => {
    const names = sharedNames(source);
    return names.length === 0
      ? []
      : rawReads(source.text, names).map((line) => `${source.file}: ${line.trim()}`);
  });
  expect(wrong).toEqual([]);
});

test('the search for raw reads finds them', () => {
  const bad =
    'function Balance() {\n  const cash = account.value.cash;\n  return <b>{account.value.cash}</b>;\n}\n';
  const good =
    'function Balance() {\n  const save = () => {\n    account.value = next;\n    if (account.value) go();\n  };\n}\nfunction set() {\n  account.value.x;\n}\n';
  expect(rawReads(bad, ['account'])).toHaveLength(2);
  expect(
    rawReads(`function A() {\n  return (\n    <b>{account.value.cash}</b>\n  );\n}`, ['account']),
  ).toHaveLength(1);
  expect(rawReads(good, ['account'])).toEqual([]);
});

/** All files with words, tests and documents included. */
const texts = [
  ...new Bun.Glob(
    '{art,components,core,db,framework,islands,lab,locales,market,proof,routes,scripts,services,tests,docs}/**/*.{ts,tsx,css,sql,md}',
  ).scanSync(ROOT),
].map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

describe('what is cited is in the repository', () => {
  test('documents and their numbered rules', () => {
    const cited = texts.flatMap(({ file, text }) =>
      [...text.matchAll(/docs\/(rules\/)?([\w-]+\/)?[\w-]+\.md(?: (\d+))?/g)].map(([all, rules, , rule]) => ({
        file,
        path: all.split(' ')[0]!,
        rule: rules && rule,
      })),
    );
    expect(cited.length).toBeGreaterThan(10);
    const missing = cited.filter(({ path, rule }) => {
      if (!existsSync(join(ROOT, path))) return true;
      return rule && !new RegExp(`^${rule}\\. `, 'm').test(readFileSync(join(ROOT, path), 'utf8'));
    });
    expect(missing).toEqual([]);
  });

  test('files that the guides name', () => {
    const guides = texts.filter(({ file }) => /^docs\/(?!decisions\/).*\.md$/.test(file));
    const named = guides.flatMap(({ file, text }) =>
      [...text.matchAll(/`([\w./()[\]-]+\.(?:tsx?|css|sql|py))`/g)].map(([, path]) => ({
        file,
        path: path!,
      })),
    );
    expect(named.length).toBeGreaterThan(100);
    const isThere = (path: string) =>
      existsSync(join(ROOT, path)) || texts.some(({ file }) => file.endsWith(`/${path}`));
    expect(named.filter(({ path }) => !path.startsWith('.build/') && !isThere(path))).toEqual([]);
  });

  test('and nothing else is cited', () => {
    const foreign = /\b(SPEC|DECISIONS|section \d+)\b/;
    expect(
      texts
        .filter(({ file, text }) => file !== 'tests/architecture.test.ts' && foreign.test(text))
        .map(({ file }) => file),
    ).toEqual([]);
  });
});

test.skipIf(!existsSync(join(ROOT, '.git')))(
  'git tracks no links: a target outside exists on one machine only',
  () => {
    const tracked = Bun.spawnSync(['git', 'ls-files', '--stage'], { cwd: ROOT })
      .stdout.toString()
      .split('\n');
    expect(tracked.length).toBeGreaterThan(1000);
    expect(tracked.filter((line) => line.startsWith('120000'))).toEqual([]);
  },
);

/** The places with English that is no text of the product, and the readers of each. */
const ENGLISH: readonly (readonly [place: RegExp, readers: string])[] = [
  [/^core\/contract\//, 'programmers: the description of the calls'],
  [/^core\/shop\/catalogue\.ts$/, 'the catalogue in its own language: items.json has the others'],
  [/^services\/platform\/(settings|first-run)\.ts$/, 'operators: settings and the first start'],
  [/^services\/proof\/seed-periods\.ts$/, 'operators: settings'],
  [/^services\/realtime\/redis-transport\.ts$/, 'operators: the log'],
  [/^services\/demo\/staff-work\.ts$/, 'what traders of the demo write, who write English'],
  [/^services\/operations\//, 'operators: what the metrics are'],
  [/^(proof|services\/verify)\//, 'operators: npm run verify-season'],
  [
    /^market\/(files|fmp|provider|simulated)\/|^market\/(index|finnhub)\.ts$/,
    'operators: settings, files, the log',
  ],
  [/^db\//, 'operators: where the data is, and how to get it back'],
  [/^art\//, 'developers: a drawing that is missing'],
  [/^framework\//, 'developers: the build, and what breaks a rule of the framework'],
  [/^islands\/_state\/user\.ts$/, 'developers: the console'],
];
const TEXT =
  /(\b(?:message|title|error):\s*)?(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;

/** A source without its comments. */
const codeOf = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');

/** Returns the texts that look like sentences: three words and a full stop, or a message of two words. */
function sentencesIn(source: string): string[] {
  return [...codeOf(source).matchAll(TEXT)].flatMap(([, key, single, double, template]) => {
    const text = (single ?? double ?? template ?? '').replace(/\$\{[^}]*\}/g, 'X');
    const isSentence =
      /^[A-Z]\S*(?: \S+){2,}[.!?]$/.test(text) || (key && /^[A-Z]\S*(?: [A-Za-z]\S*)+$/.test(text));
    return isSentence && /[a-z]{2}/.test(text) ? [text] : [];
  });
}

test('the product is worded in locales/ only', () => {
  const wrong = sources
    .filter(({ file }) => !ENGLISH.some(([place]) => place.test(file)))
    .flatMap(({ file, text }) => sentencesIn(text).map((found) => `${file}: ${found}`));
  expect(wrong).toEqual([]);
});

test('each place where English may stand has some', () => {
  const empty = ENGLISH.filter(
    ([place]) => !sources.some(({ file, text }) => place.test(file) && sentencesIn(text).length > 0),
  );
  expect(empty.map(([, readers]) => readers)).toEqual([]);
});

test('the search for sentences finds them', () => {
  for (const source of [
    "throw fail('X', { message: 'Failed to add' })",
    'refuse(`You are $'.concat('{side} of them.`)'),
    'addIssue("This is no date.")',
  ])
    expect(sentencesIn(source)).toHaveLength(1);
  for (const source of [
    "log.warn({}, 'sockets could not be checked.')",
    "t('errors:title')",
    '// It is so.\nx',
  ])
    expect(sentencesIn(source)).toEqual([]);
});

/**
 * Matches a line of code with two languages, or with one that is not the default: 'he', '/he', '/he/pricing'. A language
 * is an entry of LANGUAGES and a folder of locales/, nothing else.
 */
const NAMED_LANGUAGE = /^(?!\s*(?:\*|\/\/|\/\*)).*(?:\ben\b[^\n]*\bhe\b|['"`]\/?he(?:['"`]|\/)).*/gm;

test('no code lists the languages: it asks LOCALES', () => {
  const lists = (text: string) => [...text.matchAll(NAMED_LANGUAGE)].map(([line]) => line.trim());
  const code = [
    "  fields: ['en', 'he'],",
    "  dir: lang === 'he' ? 'rtl' : 'ltr',",
    "  const isLanding = route === '/' || route === '/he';",
    "  const lang = isHebrew ? 'he' : DEFAULT_LOCALE;",
  ];
  expect(lists([...code, '// en or he', "import type he from '#locales/en/nav.json';"].join('\n'))).toEqual(
    code.map((line) => line.trim()),
  );
  const product = sources.filter(({ room }) => room !== 'framework');
  expect(product.flatMap(({ file, text }) => lists(text).map((line) => `${file}: ${line}`))).toEqual([]);
});

describe('the tree reads as a table of contents', () => {
  test('no circle of files: neither could be read first', () => {
    // imports of types count; dynamic imports do not, because all modules are loaded by then
    const next = new Map(
      sources.map(({ file, imports }) => [file, imports.filter(({ lazy }) => !lazy).map(({ to }) => to)]),
    );
    const done = new Set<string>();
    const circles: string[] = [];
    const walk = (file: string, path: string[]) => {
      const index = path.indexOf(file);
      if (index >= 0) circles.push([...path.slice(index), file].join(' > '));
      if (index >= 0 || done.has(file)) return;
      for (const to of next.get(file) ?? []) walk(to, [...path, file]);
      done.add(file);
    };
    for (const { file } of sources) walk(file, []);
    expect(circles).toEqual([]);
  });

  test('file names are kebab-case, those of components PascalCase', () => {
    const wrong = sources.filter(({ file }) => {
      const name = basename(file).replace(/(\.d)?\.tsx?$/, '');
      if (/^(framework\/tests\/site\/)?routes\//.test(file) || /^_?[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
        return false;
      return !(
        /^(framework\/tests\/site\/)?(components|islands)\//.test(file) && /^[A-Z][A-Za-z0-9]*$/.test(name)
      );
    });
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });
});

test('no exported name is defined in two files', () => {
  const DEFINITION =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|type|interface|class|enum) (\w+)/gm;
  // the framework prescribes the names of the files of routes and of its small site, and one file replaces another in the browser
  // (`imports` of package.json)
  const named = sources.filter(
    ({ file }) => !/^routes\/|^framework\/tests\/site\/|^market\/simulated\/crypto-browser\.ts$/.test(file),
  );
  const files = new Map<string, Set<string>>();
  for (const { file, text } of named)
    for (const [, name] of text.matchAll(DEFINITION))
      files.set(name!, (files.get(name!) ?? new Set()).add(file));
  expect(files.size).toBeGreaterThan(1000);
  const twice = [...files].filter(([, where]) => where.size > 1);
  expect(twice.map(([name, where]) => `${name}: ${[...where].join(', ')}`)).toEqual([]);
});

test('a name is a noun of the field, not what was done to it', () => {
  const words = 'told|kept|asked|wanted';
  const types =
    'shown|seen|found|drawn|marked|closed|owned|listed|loaded|made|known|named|typed|begun|ended|counted';
  const participle = new RegExp(
    `\\b(?:const|let|function)\\s+(?:${words})\\b|[({,[]\\s*(?:${words})\\??\\s*[,:)}\\]=]|\\b(?:type|class)\\s+(?:${words}|${types})\\b`,
    'gi',
  );
  const wrong = texts
    .filter(({ file }) => /\.tsx?$/.test(file))
    .flatMap(({ file, text }) =>
      [...codeOf(text).matchAll(participle)].map(([found]) => `${file}: ${found}`),
    );
  expect(wrong).toEqual([]);
});
