/** The site's sheet: fonts, our own few rules, every utility class found in the sources; and which rules a route can use. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Present, pickRules, type SheetRule, sheetText } from '../sheet.ts';
import { enclosing, filesBelow } from './codegen.ts';
import type { SiteConfig } from './config.ts';
import { hashedUrl, type OutputFile, typeOf, writeAtomically } from './files.ts';
import { buildFonts, type FontFace } from './fonts.ts';
import { parseSheet } from './parse-sheet.ts';

/** Hosts of islands and slots are there for the runtime, not for the layout. */
const RUNTIME_RULES = 'is-land,is-slot{display:contents}';
const ROOMS = ['routes', 'components', 'islands', 'core', 'art', 'framework'];

/** The styles of a route's pages: a file, and the rules in it. */
type RouteSheet = { url: string; rules: number[] };

export type Styles = {
  files: OutputFile[];
  rules: SheetRule[];
  /** By the route's file; '' for pages of no route. */
  routes: Record<string, RouteSheet>;
  /** The faces, in every page itself: a reader who saves data gets none. */
  fonts: FontFace[];
  /** The faces of the reader's own that stand in for them, in every page: in a file that comes later they would lay out all text anew. */
  standIns: string;
};

export async function buildStyles(root: string, repository: string, config: SiteConfig): Promise<Styles> {
  const fonts = await buildFonts(repository, config.fonts ?? []);
  const siteSheets = filesBelow(join(root, 'components'), /\.css$/).map((file) =>
    readFileSync(join(root, 'components', file), 'utf8'),
  );
  const rules = parseSheet([RUNTIME_RULES, ...siteSheets, await utilities(root)].join('\n'));
  const files = new Map(fonts.files.map((file) => [file.url, file]));
  const routes: Styles['routes'] = {};
  for (const [route, entries] of Object.entries(pagesOf(root))) {
    const sources = drawnBy(
      root,
      entries,
      (config.serverRooms ?? []).filter((room) => room !== 'routes'),
    );
    const picked = pickRules(rules, sources);
    const bytes = new TextEncoder().encode(sheetText(picked));
    const url = hashedUrl('page.css', bytes);
    files.set(url, { url, type: typeOf(url), bytes });
    routes[route] = { url, rules: picked.map((rule) => rules.indexOf(rule)) };
  }
  return { files: [...files.values()], rules, routes, fonts: fonts.faces, standIns: fonts.standIns };
}

/** Every page with the files that draw it: its own, and the layouts and error pages around it. */
function pagesOf(root: string): Record<string, string[]> {
  const files = filesBelow(join(root, 'routes'), /\.tsx$/);
  const around = (file: string) =>
    ['_app', '_layout', '_error', '_404'].flatMap((name) => enclosing(files, file, name));
  const path = (file: string) => join(root, 'routes', file);
  const pages = files.filter((file) => !file.split('/').some((part) => part.startsWith('_')));
  return Object.fromEntries([
    ['', around('x').map(path)],
    ...pages.map((file) => [`routes/${file}`, [file, ...around(file)].map(path)]),
  ]);
}

type Generator = Awaited<ReturnType<typeof import('unocss').createGenerator>>;

/** The previous build's results, for the next build of the same process (`npm run dev`): a generator keeps its classes. */
const memory = { generators: new Map<string, Generator>(), tokens: new Map<string, ReadonlySet<string>>() };

/** The generator of the present `uno.config.ts` and its imports. */
async function generatorOf(root: string): Promise<Generator> {
  const file = join(root, 'uno.config.ts');
  const text = existsSync(file) ? await bundleText(file) : '';
  const cachedGenerator = memory.generators.get(text);
  if (cachedGenerator) return cachedGenerator;
  const { createGenerator, presetWind3 } = await import('unocss');
  const config = text ? await importText(root, text) : { presets: [presetWind3()] };
  const generator = await createGenerator(config);
  memory.generators.set(text, generator);
  return generator;
}

/** A module with all it imports but packages. */
async function bundleText(file: string): Promise<string> {
  const { outputs } = await Bun.build({ entrypoints: [file], target: 'bun', packages: 'external' });
  return outputs[0]!.text();
}

/** The default export of a module; another text is another module, also to a process that has loaded one before. */
async function importText(root: string, text: string) {
  const file = join(root, '.build', `config-${process.pid}-${Bun.hash(text).toString(36)}.js`);
  writeAtomically(file, text);
  try {
    return (await import(file)).default;
  } finally {
    rmSync(file);
  }
}

/** UnoCSS over every source that may name a class. The sources' own order does not matter to the result. */
async function utilities(root: string): Promise<string> {
  const generator = await generatorOf(root);
  const files = ROOMS.flatMap((folder) =>
    filesBelow(join(root, folder), /\.tsx?$/)
      .filter((each) => !/\.test\.tsx?$/.test(each))
      .map((each) => join(root, folder, each)),
  );
  const tokens = new Set<string>();
  for (const file of files) {
    for (const token of await tokensOf(generator, file)) tokens.add(token);
  }
  const { css } = await generator.generate(tokens, { preflights: true, minify: true });
  return css;
}

/** Whatever in a file may be a class. */
async function tokensOf(generator: Generator, file: string): Promise<ReadonlySet<string>> {
  const source = readFileSync(file, 'utf8');
  const key = `${file} ${Bun.hash(source)}`;
  const tokens =
    memory.tokens.get(key) ?? (await generator.applyExtractors(source, undefined, new Set<string>()));
  memory.tokens.set(key, tokens);
  return tokens;
}

type Source = {
  /** Every word of the file that may be a class or a custom property. */
  words: readonly string[];
  /** The beginnings of classes that are put together: `hero-` of `hero-${shape}`. */
  prefixes: readonly string[];
  /** Modules it imports, at once or later. */
  imports: readonly string[];
};

const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) };
const cache = new Map<string, Source>();

/** The classes and attributes of `entries` and of everything they import; folders named in `barred` render nothing. */
function drawnBy(root: string, entries: readonly string[], barred: readonly string[]): Present {
  const sources = reachable(root, entries, barred);
  const words = new Set(sources.flatMap((source) => source.words));
  const prefixes = [...new Set(sources.flatMap((source) => source.prefixes))];
  return {
    // scripts set attributes to values that are in no source
    has: (name) =>
      name.startsWith('[') || words.has(name) || prefixes.some((prefix) => name.startsWith(prefix)),
    reads: [...words].flatMap((word) => word.match(/--[\w-]+/g) ?? []),
  };
}

function reachable(root: string, entries: readonly string[], barred: readonly string[]): Source[] {
  const sources = new Map<string, Source>();
  const visit = (file: string) => {
    if (sources.has(file)) return;
    const source = readSource(file);
    sources.set(file, source);
    for (const next of source.imports) {
      const room = relative(root, next).replaceAll('\\', '/').split('/')[0]!;
      if (room !== '.build' && !barred.includes(room)) visit(next);
    }
  };
  for (const entry of entries) visit(entry);
  return [...sources.values()];
}

function readSource(file: string): Source {
  const text = readFileSync(file, 'utf8');
  const key = `${file} ${Bun.hash(text)}`;
  const source = cache.get(key) ?? parseSource(file, text);
  cache.set(key, source);
  return source;
}

function parseSource(file: string, text: string): Source {
  const transpiler = transpilers[file.endsWith('x') ? 'tsx' : 'ts'];
  // comments and types are not in it
  const code = transpiler.transformSync(text);
  return {
    words: code.split(/[\s"'`;{}$\\<]+/),
    prefixes: [...code.matchAll(/([\w:-]+-)\$\{/g)].map(([, prefix]) => prefix!),
    imports: transpiler.scanImports(text).flatMap(({ path }) => resolveImport(file, path) ?? []),
  };
}

function resolveImport(from: string, path: string): string | null {
  if (!/^[.#].*\.tsx?$/.test(path)) return null;
  const file = path.startsWith('.') ? join(dirname(from), path) : Bun.resolveSync(path, dirname(from));
  return existsSync(file) ? file : null;
}
