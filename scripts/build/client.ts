/** The browser's half: React once, then islands and the runtime that wakes them. */
import { join, relative, resolve } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { minifySync } from 'rolldown/utils';
import { findIslands } from '../routes.ts';
import { hashedUrl, type OutputFile } from './files.ts';

const REPOSITORY = resolve(import.meta.dir, '../..');
const VENDOR =
  /^(react|react\/jsx-runtime|react\/jsx-dev-runtime|react-dom|react-dom\/client|use-sync-external-store\/shim.*)$/;

/** Rooms whose code must never reach a browser, and packages that are too heavy for one. */
const SERVER_ROOMS = ['db', 'server', 'routes', 'market', 'scripts', 'tests'];
const SERVER_PACKAGES = ['zod', 'i18next', 'react-i18next', 'postgres', 'elysia', 'pino'];
/** 5 KB of zod's 24: what a form needs to be checked by the server's own schema. */
const ZOD_MINI = /(?:^|\/)node_modules\/zod\/(mini|v4\/(mini|core|locales))\//;

export type ClientBuild = {
  files: OutputFile[];
  islands: Record<string, { src: string; closure: string[] }>;
  loader: { code: string; hash: string };
  dev: string | null;
};

/**
 * Modules that always come together share a file, by their path in the repository: many small files compress badly
 * and cost a request each. What is fetched later, or by few, stays out, and so do the islands themselves.
 */
const SHARED = [
  {
    name: 'base',
    parts: [
      'client/socket\\.ts',
      'components/(island\\.tsx|layout/.*)',
      'islands/_hooks/(island|useShared|useHydrated)\\.tsx?',
      'islands/_state/(signal|toasts|competition|creative|http|user)\\.ts',
      'core/(format|money)\\.ts',
      'node_modules/(@preact|devalue)/.*',
    ],
  },
  {
    name: 'chart',
    parts: [
      'components/chart/.*',
      'islands/chart/(strings|stores|cacheEntry|dashboard/cell)\\.ts',
      'islands/chart/ticket/actions\\.ts',
      'islands/_state/(account|live|queries)\\.ts',
      'islands/_hooks/useDraft\\.ts',
      'core/(indicators|ticker)\\.ts',
    ],
  },
].map(({ name, parts }) => ({ name, matches: new RegExp(`^(${parts.join('|')})$`) }));

/** @throws when it does not compile, when a server module got in, or a name is missing from client/vendor.ts */
export async function buildClient(root: string, dev: boolean): Promise<ClientBuild> {
  const vendor = await buildVendor(dev);
  const islands = findIslands(root);
  const hydrate = join(REPOSITORY, 'client/hydrate.tsx');
  const devEntry = join(REPOSITORY, 'client/dev.ts');
  const serverRooms = watchServerRooms();
  const built = await bundle({
    input: [...islands.map(({ file }) => join(root, file)), hydrate, ...(dev ? [devEntry] : [])],
    dev,
    plugins: [vendorPlugin(vendor.url), serverRooms.plugin],
    entryName: '[name]-[hash].js',
    shared: SHARED,
  });
  refuseServerModules(built.modules, serverRooms.seen);
  refuseMissingNames(built.files, vendor);

  const entryUrl = (file: string) => {
    const wanted = resolve(file);
    const found = built.chunks.find(
      ({ isEntry, facadeModuleId }) => isEntry && facadeModuleId && resolve(facadeModuleId) === wanted,
    );
    if (!found) throw new Error(`The bundler made no file for ${relative(root, file)}.`);
    return urlOf(found.fileName);
  };
  const hydrateUrl = entryUrl(hydrate);
  const closureOf = (url: string) => [...closure(built.chunks, url), vendor.url];
  const loader = await buildLoader(hydrateUrl, dev);
  return {
    files: [vendor, ...built.files],
    islands: Object.fromEntries(
      islands.map(({ name, file }) => {
        const src = entryUrl(join(root, file));
        return [name, { src, closure: [...new Set([...closureOf(hydrateUrl), ...closureOf(src)])] }];
      }),
    ),
    loader,
    dev: dev ? entryUrl(devEntry) : null,
  };
}

type BundleOptions = {
  input: string[];
  dev: boolean;
  entryName: string;
  format?: 'es' | 'iife';
  plugins?: Plugin[];
  shared?: typeof SHARED;
  define?: Record<string, string>;
};
type Bundled = {
  files: OutputFile[];
  chunks: OutputChunk[];
  /** Every module that got in, by its path, with those that import it. */
  modules: Map<string, readonly string[]>;
};

async function bundle({
  dev,
  shared = [],
  define,
  entryName,
  format = 'es',
  ...options
}: BundleOptions): Promise<Bundled> {
  const modules: Bundled['modules'] = new Map();
  const graph: Plugin = {
    name: 'graph',
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const info = this.getModuleInfo(id);
        modules.set(id, [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])]);
      }
    },
  };
  const bundler = await rolldown({
    cwd: REPOSITORY,
    platform: 'browser',
    logLevel: 'silent',
    input: options.input,
    plugins: [...(options.plugins ?? []), graph],
    // It teaches React to draw signals, which islands read through useShared only.
    treeshake: { moduleSideEffects: (id) => !id.includes('/@preact/signals-react/') },
    transform: { define: { 'process.env.NODE_ENV': dev ? '"development"' : '"production"', ...define } },
  });
  const { output } = await bundler.generate({
    format,
    minify: !dev,
    entryFileNames: entryName,
    chunkFileNames: 'c-[hash].js',
    ...(format === 'es' && {
      codeSplitting: {
        groups: shared.map(({ name, matches }) => ({ name, test: (id) => matches.test(inRepository(id)) })),
      },
    }),
  });
  await bundler.close();
  const chunks = output.filter((part) => part.type === 'chunk');
  const encoder = new TextEncoder();
  return {
    modules,
    chunks,
    files: chunks.map(({ fileName, code }) => ({
      url: urlOf(fileName),
      type: 'text/javascript; charset=utf-8',
      bytes: encoder.encode(code),
    })),
  };
}

/** A module's path from the repository's root; packages may be linked in from elsewhere. */
function inRepository(id: string): string {
  const path = relative(REPOSITORY, resolve(id)).replaceAll('\\', '/');
  return path.slice(Math.max(0, path.lastIndexOf('node_modules/')));
}

const urlOf = (path: string) => `/assets/${path.replace(/^.*\//, '')}`;

/** React as Bun bundles and simplifies it, its names shortened by the other: together 0.8 KB less than either alone. */
async function buildVendor(dev: boolean): Promise<OutputFile> {
  const { outputs } = await Bun.build({
    entrypoints: [join(REPOSITORY, dev ? 'client/vendorDev.ts' : 'client/vendor.ts')],
    target: 'browser',
    minify: { syntax: !dev },
    define: { 'process.env.NODE_ENV': dev ? '"development"' : '"production"' },
  });
  const text = await outputs[0]!.text();
  const code = dev ? text : minifySync('react.js', text, { module: true, mangle: { toplevel: true } }).code;
  const bytes = new TextEncoder().encode(code);
  return { url: hashedUrl('react.js', bytes), type: 'text/javascript; charset=utf-8', bytes };
}

async function buildLoader(hydrateUrl: string, dev: boolean): Promise<ClientBuild['loader']> {
  const { files } = await bundle({
    input: [join(REPOSITORY, 'client/loader.ts')],
    dev,
    entryName: 'loader.js',
    format: 'iife',
    define: { HYDRATE_URL: JSON.stringify(hydrateUrl) },
    plugins: [
      { name: 'urls', resolveId: (id) => (id.startsWith('/assets/') ? { id, external: true } : null) },
    ],
  });
  const code = new TextDecoder().decode(files[0]!.bytes).trim();
  if (code.includes('</')) throw new Error('The loader cannot be inlined: it contains "</".');
  return { code, hash: `sha256-${new Bun.CryptoHasher('sha256').update(code).digest('base64')}` };
}

/** Sends every import of React to the one vendor file; React's own store hook takes the shim's place. */
function vendorPlugin(url: string): Plugin {
  return {
    name: 'vendor',
    resolveId: (id) => (VENDOR.test(id) ? { id: url, external: true } : null),
  };
}

type Crossing = { path: string; importer: string };

/** Leaves server modules out while bundling, so that the whole way they came in can be told, not a parse error. */
function watchServerRooms(): { plugin: Plugin; seen: Crossing[] } {
  const seen: Crossing[] = [];
  const room = new RegExp(`^#(${SERVER_ROOMS.join('|')})/`);
  const plugin: Plugin = {
    name: 'server rooms',
    resolveId(id, importer = '') {
      if (!room.test(id)) return null;
      seen.push({ path: id.slice(1), importer });
      return { id, external: true };
    },
  };
  return { plugin, seen };
}

/** Every chunk `url` imports statically, itself first. */
function closure(chunks: readonly OutputChunk[], url: string): string[] {
  const byUrl = new Map(chunks.map((chunk) => [urlOf(chunk.fileName), chunk]));
  const seen = new Set<string>();
  const visit = (each: string) => {
    const chunk = byUrl.get(each);
    if (!chunk || seen.has(each)) return;
    seen.add(each);
    for (const path of chunk.imports) visit(urlOf(path));
  };
  visit(url);
  return [...seen];
}

function refuseServerModules(modules: Bundled['modules'], crossings: Crossing[]): void {
  for (const { path, importer } of crossings) {
    throw new Error(
      `${path} must not reach the browser: ${[path, ...importChain(modules, importer)].join(' <- ')}`,
    );
  }
  for (const id of modules.keys()) {
    const path = inRepository(id);
    const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
    const bad = inPackage ? SERVER_PACKAGES.includes(inPackage) : SERVER_ROOMS.includes(path.split('/')[0]!);
    if (!bad || isFixture(path) || ZOD_MINI.test(path)) continue;
    throw new Error(`${path} must not reach the browser: ${importChain(modules, id).join(' <- ')}`);
  }
}

/** Test sites live below tests/, each with rooms of its own. */
function isFixture(path: string): boolean {
  return /^tests\/.*\/(islands|components)\//.test(path);
}

function importChain(modules: Bundled['modules'], id: string): string[] {
  const chain = [id];
  for (let at = id; ; ) {
    const from = modules.get(at)?.find((importer) => !chain.includes(importer));
    if (!from) return chain.map(inRepository);
    at = from;
    chain.push(at);
  }
}

/** A name that the vendor file does not export would stop the whole module in the browser. */
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
      // A namespace links whatever is missing from it; only named imports can stop a module.
      if (/^\*\s*as\s/.test(clause!.trim())) continue;
      const list = /^\{([^}]*)\}$/.exec(clause!.trim());
      if (!list) throw new Error(`${file.url} has a default import of React (${clause}): use named imports.`);
      const missing = names(list[1]!, 0).filter((name) => !exported.has(name));
      if (missing.length > 0)
        throw new Error(`client/vendor.ts does not export ${missing.join(', ')} (${file.url}).`);
    }
  }
}
