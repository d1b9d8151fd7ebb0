/** Runs Rolldown on entries and describes its output. */
import { relative, resolve } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { minifySync } from 'rolldown/utils';
import { type OutputFile, REPOSITORY } from './files.ts';

export type BundleOptions = {
  input: string[];
  dev: boolean;
  entryName: string;
  format?: 'es' | 'iife';
  plugins?: Plugin[];
  /** Script chunks in order of precedence: the name of each, and the files of its modules. */
  chunks?: { name: string; files: readonly string[] }[];
  define?: Record<string, string>;
};
export type Bundled = {
  files: OutputFile[];
  chunks: OutputChunk[];
  /** Every bundled module by its path, with the modules that import it. */
  modules: Map<string, readonly string[]>;
  /** The dynamic imports of each module, by its path. */
  later: Map<string, readonly string[]>;
};

export async function bundle({
  dev,
  chunks: named = [],
  define,
  entryName,
  format = 'es',
  ...options
}: BundleOptions): Promise<Bundled> {
  const modules: Bundled['modules'] = new Map();
  const later: Bundled['later'] = new Map();
  const graph: Plugin = {
    name: 'graph',
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const info = this.getModuleInfo(id);
        modules.set(id, [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])]);
        later.set(id, info?.dynamicallyImportedIds ?? []);
      }
    },
  };
  const bundler = await rolldown({
    cwd: REPOSITORY,
    platform: 'browser',
    logLevel: 'silent',
    input: options.input,
    plugins: [...(options.plugins ?? []), graph],
    // The optimization needs a helper of 150 bytes in a separate file: one more request for most pages.
    experimental: { chunkOptimization: false },
    // Inlines constant texts, so that a page does not fetch a module for them.
    optimization: { inlineConst: { mode: 'all', pass: 1 } },
    // False for modules whose other effects no page needs. signals-react makes React render signals, but islands read
    // signals through `useShared` only. An island that uses a constant of components/ must not fetch the rest of that
    // file.
    treeshake: { moduleSideEffects: (id) => !/\/(?:@preact\/signals-react|components)\//.test(id) },
    transform: { define: { 'process.env.NODE_ENV': dev ? '"development"' : '"production"', ...define } },
  });
  const { output } = await bundler.generate({
    format,
    minify: !dev,
    // these annotations tell a later bundler which calls have no effects, and there is no later bundler
    comments: { annotation: dev },
    entryFileNames: entryName,
    chunkFileNames: 'c-[hash].js',
    ...(format === 'es' && {
      codeSplitting: {
        // Rolldown puts a module and its imports into the first group that matches.
        groups: named.map(({ name, files }) => ({ name, test: (id) => files.includes(resolve(id)) })),
      },
    }),
  });
  await bundler.close();
  const all = output.filter((part) => part.type === 'chunk');
  const forwarders = forwardersOf(all);
  const chunks = all.filter(({ fileName }) => !forwarders.has(fileName));
  const encoder = new TextEncoder();
  return {
    modules,
    later,
    chunks,
    files: chunks.map(({ fileName, code }) => ({
      url: chunkUrl(fileName),
      type: 'text/javascript; charset=utf-8',
      bytes: encoder.encode(
        dev || format !== 'es' ? code : minifiedAgain(fileName, withoutForwarders(code, forwarders)),
      ),
    })),
  };
}

/** A chunk that only re-exports names of another chunk. */
const FORWARDER = /^export\s*\{([^{}]+)\}\s*from\s*["']\.\/([^"']+)["'];?\s*$/;
const LATER = /\bimport\(\s*(["'`])\.\/([^"'`]+)\1\s*\)/g;

/**
 * Finds the chunks that only re-export names of a shared chunk for a dynamic import. Returns for each, by file name,
 * the expression that imports the shared chunk instead, which saves a request. The importer's hash stays valid: it
 * depends on the re-exporting file's name, which depends on the shared chunk.
 */
function forwardersOf(chunks: readonly OutputChunk[]): Map<string, string> {
  const forwarders = new Map<string, string>();
  for (const { fileName, code, isEntry } of chunks) {
    const [, names, target] = (!isEntry && FORWARDER.exec(code)) || [];
    if (names && target) forwarders.set(fileName, `import("./${target}").then(m=>({${readNames(names)}}))`);
  }
  return forwarders;
}

const withoutForwarders = (code: string, forwarders: ReadonlyMap<string, string>): string =>
  code.replace(LATER, (whole, _quote, fileName: string) => forwarders.get(fileName) ?? whole);

/**
 * Returns the text of the properties that rename a chunk's exports: `t as client,u as other` gives
 * `"client":m.t,"other":m.u`.
 * @param names the export list of the chunk `m`
 */
const readNames = (names: string) =>
  names
    .split(',')
    .map((each) => each.trim().split(/\s+as\s+/))
    .map(([name, passedAs = name]) => `${JSON.stringify(passedAs)}:m.${name}`)
    .join();

/** Minifies code a second time: saves 0.2 KB of the largest island, compressed. */
const minifiedAgain = (name: string, code: string) =>
  minifySync(name, code, { module: true, mangle: { toplevel: true } }).code;

/**
 * Returns a module's path from the repository's root, or from its last `node_modules`, as packages may be symlinks to
 * other folders.
 */
export function inRepository(id: string): string {
  const path = relative(REPOSITORY, resolve(id)).replaceAll('\\', '/');
  return path.slice(Math.max(0, path.lastIndexOf('node_modules/')));
}

export const chunkUrl = (path: string) => `/assets/${path.replace(/^.*\//, '')}`;

/** Returns `url` and the URLs of all chunks that it imports statically, directly or through others. */
export function closure(chunks: readonly OutputChunk[], url: string): string[] {
  const byUrl = new Map(chunks.map((chunk) => [chunkUrl(chunk.fileName), chunk]));
  const urls = new Set<string>();
  const visit = (each: string) => {
    const chunk = byUrl.get(each);
    if (!chunk || urls.has(each)) return;
    urls.add(each);
    for (const path of chunk.imports) visit(chunkUrl(path));
  };
  visit(url);
  return [...urls];
}

/** Returns for each dynamic import of the module at `path` the URLs of its chunk and of everything that imports. */
export function beside({ chunks, later }: Bundled, path: string): string[][] {
  return (later.get(path) ?? []).map((id) => {
    const chunk = chunks.find(({ modules }) => id in modules);
    return chunk ? closure(chunks, chunkUrl(chunk.fileName)) : [];
  });
}

/**
 * Returns the address of a behaviour's code. If the behaviour's own file only re-exports it from a shared file, the
 * address is `file#export` of the shared file, which saves a request.
 */
export function entryOf({ fileName, modules, code }: OutputChunk): string {
  const passesOn = Object.keys(modules).length === 0;
  const shared = passesOn && /\b(\w+) as default\s*\}\s*from\s*["']\.\/([^"']+)["']/.exec(code);
  return shared ? `${chunkUrl(shared[2]!)}#${shared[1]}` : chunkUrl(fileName);
}
