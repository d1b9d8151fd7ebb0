/** Builds the scripts for the browser: React once, then islands and the runtime that wakes them. */

import { existsSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import type { OutputChunk, Plugin } from 'rolldown';
import { minifySync } from 'rolldown/utils';
import { type Bundled, beside, bundle, chunkUrl, closure, entryOf, inRepository } from './bundle.ts';
import { findIslands } from './codegen.ts';
import type { SiteConfig } from './config.ts';
import { type OutputFile, outputFile, REPOSITORY } from './files.ts';

type BuildEntry<T> = { result: T; sources: string[] };

/** The previous builds of this process, for `npm run dev`. */
const entries = new Map<string, BuildEntry<unknown> & { began: number }>();
/** A file system's clock may lag by this much, ms. */
const CLOCK_MS = 20;

/**
 * Returns the previous result of `make` under this `name`, or a new one when a source has changed. Errors are not
 * cached.
 */
async function cached<T>(name: string, make: () => Promise<BuildEntry<T>>): Promise<BuildEntry<T>> {
  const last = entries.get(name);
  if (last?.sources.every((file) => isOlder(file, last.began))) return last as BuildEntry<T>;
  const began = Date.now() - CLOCK_MS;
  const next = await make();
  entries.set(name, { ...next, began });
  return next;
}

/**
 * True when a file last changed before `time`. Compares the change time: a file that is moved over another one keeps
 * its old modification time.
 */
const isOlder = (file: string, time: number) =>
  (statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? Number.POSITIVE_INFINITY) < time;

const VENDOR =
  /^(react|react\/jsx-runtime|react\/jsx-dev-runtime|react-dom|react-dom\/client|use-sync-external-store\/shim.*)$/;

type ClientBuild = {
  files: OutputFile[];
  islands: Record<string, { src: string; closure: string[]; later: string[] }>;
  loader: { code: string; hash: string };
  dev: string | null;
};

type Island = ReturnType<typeof findIslands>[number];

/** @throws when a file does not compile, a server module is imported, or framework/browser/vendor.ts lacks a name */
export async function buildClient(root: string, dev: boolean, config: SiteConfig): Promise<ClientBuild> {
  const islands = findIslands(root);
  const name = JSON.stringify([root, dev, islands, config]);
  return (await cached(name, () => bundleAll(root, dev, islands, config))).result;
}

/** Builds the site's workers. @throws when one imports a server module */
export function buildWorkers(
  root: string,
  dev: boolean,
  config: SiteConfig,
): Promise<{ name: string; file: OutputFile }[]> {
  const build = async (path: string) => {
    const rooms = watchServerRooms(config);
    const options = { input: [join(root, path)], dev, entryName: 'worker.js', format: 'iife' as const };
    const { files, modules } = await bundle({ ...options, plugins: [rooms.plugin] });
    refuseServerModules(modules, rooms.crossings, config);
    const name = basename(path).replace(/\.ts$/, '.js');
    return {
      result: { name, file: outputFile(name, files[0]!.bytes) },
      sources: [...modules.keys()].filter((id) => existsSync(id)),
    };
  };
  return Promise.all(
    (config.workers ?? []).map(async (path) => {
      const name = JSON.stringify(['worker', root, path, dev]);
      return (await cached(name, () => build(path))).result;
    }),
  );
}

async function bundleAll(
  root: string,
  dev: boolean,
  islands: Island[],
  config: SiteConfig,
): Promise<BuildEntry<ClientBuild>> {
  const { result: vendor, sources: vendorSources } = await cached(`vendor ${dev}`, () => buildVendor(dev));
  const hydrate = join(REPOSITORY, 'framework/browser/hydrate.tsx');
  const devEntry = join(REPOSITORY, 'framework/browser/dev.ts');
  const serverRooms = watchServerRooms(config);
  const built = await bundle({
    input: [...islands.map(({ file }) => join(root, file)), hydrate, ...(dev ? [devEntry] : [])],
    dev,
    plugins: [vendorPlugin(vendor.url), serverRooms.plugin],
    entryName: '[name]-[hash].js',
    chunks: Object.entries(config.chunks ?? {}).map(([name, paths]) => ({
      name,
      files: paths.map((path) => moduleFile(root, path)),
    })),
  });
  refuseServerModules(built.modules, serverRooms.crossings, config);
  refuseMissingNames(built.files, vendor);

  const entryChunk = (file: string) => {
    const path = resolve(file);
    const chunk = built.chunks.find(
      ({ isEntry, facadeModuleId }) => isEntry && facadeModuleId && resolve(facadeModuleId) === path,
    );
    if (!chunk) throw new Error(`The bundler made no file for ${relative(root, file)}.`);
    return chunk;
  };
  const entryUrl = (file: string) => chunkUrl(entryChunk(file).fileName);
  const hydrateUrl = entryUrl(hydrate);
  const closureOf = (url: string) => [...closure(built.chunks, url), vendor.url];
  const loader = await buildLoader(root, hydrateUrl, dev);
  const result: ClientBuild = {
    files: [vendor, ...built.files],
    islands: Object.fromEntries(
      islands.map(({ name, file, kind }) => {
        const path = join(root, file);
        const src = kind === 'island' ? entryUrl(path) : entryOf(entryChunk(path));
        const modules = closure(built.chunks, src.split('#')[0]!);
        if (kind === 'behaviour' && importReact(built.chunks, modules, vendor.url))
          throw new Error(
            `${file} fetches React: name what it shares with an island in an earlier script chunk.`,
          );
        const [first = [], ...others] = kind === 'island' ? [] : beside(built, resolve(path));
        // only islands need React and the hydrating code
        const urls = new Set([...(kind === 'island' ? closureOf(hydrateUrl) : []), ...modules, ...first]);
        const later = new Set(others.flat()).difference(urls);
        return [name, { src, closure: [...urls], later: [...later] }];
      }),
    ),
    loader: loader.inline,
    dev: dev ? entryUrl(devEntry) : null,
  };
  // drops the bundler's virtual modules and external modules, which are not files
  const sources = [...vendorSources, ...built.modules.keys(), ...loader.modules].filter((id) =>
    existsSync(id),
  );
  return { result, sources };
}

/** True when one of the chunks at `urls` imports React, the file at `vendor`. */
const importReact = (chunks: readonly OutputChunk[], urls: readonly string[], vendor: string): boolean =>
  chunks.some(({ fileName, imports }) => urls.includes(chunkUrl(fileName)) && imports.includes(vendor));

/** Returns the file of a module, in the site or else in this repository. @throws when neither has it */
function moduleFile(root: string, path: string): string {
  const file = [root, REPOSITORY].map((folder) => join(folder, path)).find((each) => existsSync(each));
  if (!file) throw new Error(`site.config.ts puts ${path} into a script chunk, but there is no such file.`);
  return file;
}

/**
 * Builds React: Bun bundles and simplifies it, then Rolldown's minifier shortens the names. The two steps
 * save 0.8 KB over either step.
 */
async function buildVendor(dev: boolean): Promise<BuildEntry<OutputFile>> {
  const source = join(REPOSITORY, dev ? 'framework/browser/vendor-dev.ts' : 'framework/browser/vendor.ts');
  const { outputs } = await Bun.build({
    entrypoints: [source],
    target: 'browser',
    minify: { syntax: !dev },
    define: { 'process.env.NODE_ENV': dev ? '"development"' : '"production"' },
  });
  const text = await outputs[0]!.text();
  const code = dev ? text : minifySync('react.js', text, { module: true, mangle: { toplevel: true } }).code;
  return { result: outputFile('react.js', new TextEncoder().encode(code)), sources: [source] };
}

type Loader = { inline: ClientBuild['loader']; modules: Iterable<string> };

/** Resolves `site:eager` to the site's part of the loader. */
function siteEager(root: string): Plugin {
  const file = join(root, 'islands/_eager.ts');
  return {
    name: 'eager',
    resolveId: (id) => (id !== 'site:eager' ? null : existsSync(file) ? file : '\0eager'),
    load: (id) => (id === '\0eager' ? '' : null),
  };
}

async function buildLoader(root: string, hydrateUrl: string, dev: boolean): Promise<Loader> {
  const { files, modules } = await bundle({
    input: [join(REPOSITORY, 'framework/browser/loader.ts')],
    dev,
    entryName: 'loader.js',
    format: 'iife',
    define: { HYDRATE_URL: JSON.stringify(hydrateUrl) },
    plugins: [
      { name: 'urls', resolveId: (id) => (id.startsWith('/assets/') ? { id, external: true } : null) },
      siteEager(root),
    ],
  });
  const code = new TextDecoder().decode(files[0]!.bytes).trim();
  if (code.includes('</')) throw new Error('The loader cannot be inlined: it contains "</".');
  const hash = `sha256-${new Bun.CryptoHasher('sha256').update(code).digest('base64')}`;
  return { inline: { code, hash }, modules: modules.keys() };
}

/** Redirects every import of React, and of the shim of useSyncExternalStore, to the vendor file. */
function vendorPlugin(url: string): Plugin {
  return {
    name: 'vendor',
    resolveId: (id) => (VENDOR.test(id) ? { id: url, external: true } : null),
  };
}

/** The part of zod that a browser may get: 5 of 24 KB, enough to check a form with the server's schema. */
const ZOD_MINI = /(?:^|\/)node_modules\/zod\/(mini|v4\/(mini|core|locales))\//;

/** The framework's modules that must not reach the browser. */
const OWN_SERVER_PARTS = /^framework\/(?!islands\/|browser\/|tests\/site\/|page\.tsx$|asset\.ts$)/;

type Crossing = { path: string; importer: string };

/**
 * Leaves server modules out of the bundle, so that the build fails with the chain of imports and not with a syntax
 * error.
 */
function watchServerRooms({ serverRooms = [] }: SiteConfig): {
  plugin: Plugin;
  crossings: Crossing[];
} {
  const crossings: Crossing[] = [];
  const room = new RegExp(`^#(${serverRooms.join('|')})/`);
  const plugin: Plugin = {
    name: 'server rooms',
    resolveId(id, importer = '') {
      if (!room.test(id)) return null;
      crossings.push({ path: id.slice(1), importer });
      return { id, external: true };
    },
  };
  return { plugin, crossings };
}

/** @throws when a server module was imported, with the chain of imports that leads to it */
function refuseServerModules(
  modules: Bundled['modules'],
  crossings: Crossing[],
  { serverRooms = [], serverPackages = [] }: SiteConfig,
): void {
  for (const { path, importer } of crossings) {
    throw new Error(
      `${path} must not reach the browser: ${[path, ...importChain(modules, importer)].join(' <- ')}`,
    );
  }
  for (const id of modules.keys()) {
    const path = inRepository(id);
    const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
    const bad = inPackage
      ? serverPackages.includes(inPackage)
      : serverRooms.includes(path.split('/')[0]!) || OWN_SERVER_PARTS.test(path);
    if (!bad || ZOD_MINI.test(path)) continue;
    throw new Error(`${path} must not reach the browser: ${importChain(modules, id).join(' <- ')}`);
  }
}

function importChain(modules: Bundled['modules'], id: string): string[] {
  const chain = [id];
  for (;;) {
    const importer = modules.get(chain.at(-1)!)?.find((each) => !chain.includes(each));
    if (!importer) return chain.map(inRepository);
    chain.push(importer);
  }
}

/** Checks that the vendor file exports every imported name: a missing one would stop a module. @throws with the name */
function refuseMissingNames(files: OutputFile[], vendor: OutputFile): void {
  const decode = (file: OutputFile) => new TextDecoder().decode(file.bytes);
  const names = (list: string, side: 0 | 1) =>
    list
      .split(',')
      .map((part) => part.trim().split(/\s+as\s+/))
      .map((pair) => (side === 1 ? (pair[1] ?? pair[0]!) : pair[0]!))
      .filter(Boolean);
  const exported = new Set(
    [...decode(vendor).matchAll(/export\s*\{([^}]*)\}/g)].flatMap((m) => names(m[1]!, 1)),
  );
  const imports = new RegExp(`import\\s*([^;"']*?)\\s*from\\s*["']${vendor.url}["']`, 'g');
  for (const file of files) {
    for (const [, clause] of decode(file).matchAll(imports)) {
      // A namespace import works without a missing name; only named imports can stop a module.
      if (/^\*\s*as\s/.test(clause!.trim())) continue;
      const list = /^\{([^}]*)\}$/.exec(clause!.trim());
      if (!list) throw new Error(`${file.url} has a default import of React (${clause}): use named imports.`);
      const missing = names(list[1]!, 0).filter((name) => !exported.has(name));
      if (missing.length > 0)
        throw new Error(`framework/browser/vendor.ts does not export ${missing.join(', ')} (${file.url}).`);
    }
  }
}
