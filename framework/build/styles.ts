/**
 * Builds the site's style sheet from fonts, its own rules and its utility classes, and finds the rules that each route
 * can use.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Present, pickRules, type SheetRule, sheetText } from '../sheet.ts';
import { enclosing, filesBelow } from './codegen.ts';
import type { SiteConfig } from './config.ts';
import { type OutputFile, outputFile, writeAtomically } from './files.ts';
import { buildFonts, type FontFace } from './fonts.ts';
import { parseSheet } from './parse-sheet.ts';

/** The hosts of islands and slots exist for the runtime and must not affect the layout. */
const RUNTIME_RULES = 'is-land,is-slot{display:contents}';
const ROOMS = ['routes', 'components', 'islands', 'framework'];

/** The style sheet of a route: a file, and the indices of its rules. */
type RouteSheet = { url: string; rules: number[] };

export type Styles = {
  files: OutputFile[];
  rules: SheetRule[];
  /** By the route's file; '' for pages without a route. */
  routes: Record<string, RouteSheet>;
  /** The fonts. Their rules are inline in each page, because pages for a reader who saves data have none of them. */
  fonts: FontFace[];
  /**
   * The rules of the fallback fonts. Each page has them inline: a file that arrives later would lay out all text again.
   */
  standIns: string;
};

export async function buildStyles(root: string, config: SiteConfig): Promise<Styles> {
  const fonts = await buildFonts(config.fonts ?? []);
  const siteSheets = filesBelow(join(root, 'components'), /\.css$/).map((file) =>
    readFileSync(join(root, 'components', file), 'utf8'),
  );
  const rules = parseSheet(
    [RUNTIME_RULES, ...siteSheets, await utilities(root, config.browserRooms)].join('\n'),
  );
  const files = new Map(fonts.files.map((file) => [file.url, file]));
  const routes: Styles['routes'] = {};
  for (const [route, entries] of Object.entries(pagesOf(root))) {
    const sources = drawnBy(
      root,
      entries,
      (config.serverRooms ?? []).filter((room) => room !== 'routes'),
    );
    const picked = pickRules(rules, sources);
    const file = outputFile('page.css', new TextEncoder().encode(sheetText(picked)));
    files.set(file.url, file);
    routes[route] = { url: file.url, rules: picked.map((rule) => rules.indexOf(rule)) };
  }
  return { files: [...files.values()], rules, routes, fonts: fonts.faces, standIns: fonts.standIns };
}

/** Returns every page with the files that render it: its own, and the layouts and error pages around it. */
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

/** Caches for the repeated builds of one process (`npm run dev`). A generator caches the CSS of its classes. */
const memory = { generators: new Map<string, Generator>(), tokens: new Map<string, ReadonlySet<string>>() };

/** Returns the generator of the current `uno.config.ts` and its imports. */
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

/** Returns the code of a module with everything it imports except packages. */
async function bundleText(file: string): Promise<string> {
  const { outputs } = await Bun.build({ entrypoints: [file], target: 'bun', packages: 'external' });
  return outputs[0]!.text();
}

/**
 * Returns the default export of a module. The file's name depends on the text, so that Bun loads a changed text again.
 */
async function importText(root: string, text: string) {
  const file = join(root, '.build', `config-${process.pid}-${Bun.hash(text).toString(36)}.js`);
  writeAtomically(file, text);
  try {
    return (await import(file)).default;
  } finally {
    rmSync(file);
  }
}

/** Runs UnoCSS over every source that may name a class. The order of the sources does not affect the result. */
async function utilities(root: string, browserRooms: readonly string[] = []): Promise<string> {
  const generator = await generatorOf(root);
  const files = [...ROOMS, ...browserRooms].flatMap((folder) =>
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

/** Returns every token of a file that may be a class. */
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
  /** Prefixes of class names that are concatenated: `hero-` of `hero-${shape}`. */
  prefixes: readonly string[];
  /** Modules that the file imports, statically or dynamically. */
  imports: readonly string[];
};

const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) };
const cache = new Map<string, Source>();

/**
 * Returns the classes and custom properties that `entries` and everything they import can put on a page.
 * @param barred folders whose code renders nothing
 */
function drawnBy(root: string, entries: readonly string[], barred: readonly string[]): Present {
  const sources = reachable(root, entries, barred);
  const words = new Set(sources.flatMap((source) => source.words));
  const prefixes = [...new Set(sources.flatMap((source) => source.prefixes))];
  return {
    // every attribute counts as present: scripts set attributes to values that no source contains
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
  // without comments and types
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
