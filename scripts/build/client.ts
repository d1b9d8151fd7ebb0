/** The browser's half: React once, then islands and the runtime that wakes them. */
import { join, relative, resolve } from 'node:path';
import type { BunPlugin } from 'bun';
import { findIslands } from '../routes.ts';
import type { OutputFile } from './files.ts';

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

/** @throws when it does not compile, when a server module got in, or a name is missing from client/vendor.ts */
export async function buildClient(root: string, dev: boolean): Promise<ClientBuild> {
  const vendor = await buildVendor(dev);
  const islands = findIslands(root);
  const hydrate = join(REPOSITORY, 'client/hydrate.tsx');
  const devEntry = join(REPOSITORY, 'client/dev.ts');
  const serverRooms = watchServerRooms();
  const built = await bundle({
    entrypoints: [...islands.map(({ file }) => join(root, file)), hydrate, ...(dev ? [devEntry] : [])],
    splitting: true,
    dev,
    plugins: [vendorPlugin(vendor.url), serverRooms.plugin],
    naming: { entry: '[name]-[hash].js', chunk: 'c-[hash].js' },
  });
  refuseServerModules(built.metafile, serverRooms.seen);
  refuseMissingNames(built.files, vendor);

  const entryUrl = (file: string) => {
    const wanted = resolve(file);
    const found = Object.entries(built.metafile.outputs).find(
      ([, output]) => output.entryPoint && resolve(output.entryPoint) === wanted,
    );
    if (!found) throw new Error(`The bundler made no file for ${relative(root, file)}.`);
    return urlOf(found[0]);
  };
  const hydrateUrl = entryUrl(hydrate);
  const closureOf = (url: string) => [...closure(built.metafile, url), vendor.url];
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

type Metafile = NonNullable<Awaited<ReturnType<typeof Bun.build>>['metafile']>;
type BundleOptions = {
  entrypoints: string[];
  dev: boolean;
  splitting?: boolean;
  format?: 'esm' | 'iife';
  plugins?: BunPlugin[];
  naming?: { entry: string; chunk: string };
  define?: Record<string, string>;
};

async function bundle({
  dev,
  ...options
}: BundleOptions): Promise<{ files: OutputFile[]; metafile: Metafile }> {
  const result = await Bun.build({
    target: 'browser',
    minify: !dev,
    metafile: true,
    ...options,
    define: {
      'process.env.NODE_ENV': dev ? '"development"' : '"production"',
      ...options.define,
    },
  });
  if (!result.metafile) throw new Error('The bundler gave no list of its inputs.');
  const files = await Promise.all(
    result.outputs.map(async (output) => ({
      url: urlOf(output.path),
      type: 'text/javascript; charset=utf-8',
      bytes: new Uint8Array(await output.arrayBuffer()),
    })),
  );
  return { files, metafile: result.metafile };
}

const urlOf = (path: string) => `/assets/${path.replace(/^.*\//, '')}`;

async function buildVendor(dev: boolean): Promise<OutputFile> {
  const { files } = await bundle({
    entrypoints: [join(REPOSITORY, dev ? 'client/vendorDev.ts' : 'client/vendor.ts')],
    dev,
    naming: { entry: 'react-[hash].js', chunk: 'c-[hash].js' },
  });
  return files[0]!;
}

async function buildLoader(hydrateUrl: string, dev: boolean): Promise<ClientBuild['loader']> {
  const { files } = await bundle({
    entrypoints: [join(REPOSITORY, 'client/loader.ts')],
    dev,
    format: 'iife',
    define: { HYDRATE_URL: JSON.stringify(hydrateUrl) },
    plugins: [
      {
        name: 'urls',
        setup: (b) => void b.onResolve({ filter: /^\/assets\// }, ({ path }) => ({ path, external: true })),
      },
    ],
  });
  const code = new TextDecoder().decode(files[0]!.bytes).trim();
  if (code.includes('</')) throw new Error('The loader cannot be inlined: it contains "</".');
  return { code, hash: `sha256-${new Bun.CryptoHasher('sha256').update(code).digest('base64')}` };
}

/** Sends every import of React to the one vendor file; React's own store hook takes the shim's place. */
function vendorPlugin(url: string): BunPlugin {
  return {
    name: 'vendor',
    setup(build) {
      build.onResolve({ filter: VENDOR }, () => ({ path: url, external: true }));
    },
  };
}

type Crossing = { path: string; importer: string };

/** Leaves server modules out while bundling, so that the whole way they came in can be told, not a parse error. */
function watchServerRooms(): { plugin: BunPlugin; seen: Crossing[] } {
  const seen: Crossing[] = [];
  const filter = new RegExp(`^#(${SERVER_ROOMS.join('|')})/`);
  const plugin: BunPlugin = {
    name: 'server rooms',
    setup(build) {
      build.onResolve({ filter }, ({ path, importer }) => {
        seen.push({ path: path.slice(1), importer });
        return { path, external: true };
      });
    },
  };
  return { plugin, seen };
}

/** Every chunk `url` imports statically, itself first. */
function closure(metafile: Metafile, url: string): string[] {
  const byUrl = new Map(Object.entries(metafile.outputs).map(([path, output]) => [urlOf(path), output]));
  const seen = new Set<string>();
  const visit = (each: string) => {
    const output = byUrl.get(each);
    if (!output || seen.has(each)) return;
    seen.add(each);
    for (const { path, kind } of output.imports) if (kind === 'import-statement') visit(urlOf(path));
  };
  visit(url);
  return [...seen];
}

function refuseServerModules(metafile: Metafile, crossings: Crossing[]): void {
  for (const { path, importer } of crossings) {
    const input =
      Object.keys(metafile.inputs).find((each) => resolve(each) === resolve(importer)) ?? importer;
    throw new Error(
      `${path} must not reach the browser: ${[path, ...importChain(metafile, input)].join(' <- ')}`,
    );
  }
  for (const input of Object.keys(metafile.inputs)) {
    const path = relative(REPOSITORY, resolve(input)).replaceAll('\\', '/');
    const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
    const bad = inPackage ? SERVER_PACKAGES.includes(inPackage) : SERVER_ROOMS.includes(path.split('/')[0]!);
    if (!bad || isFixture(path) || ZOD_MINI.test(path)) continue;
    throw new Error(`${path} must not reach the browser: ${importChain(metafile, input).join(' <- ')}`);
  }
}

/** Test sites live below tests/, each with rooms of its own. */
function isFixture(path: string): boolean {
  return /^tests\/.*\/(islands|components)\//.test(path);
}

function importChain(metafile: Metafile, input: string): string[] {
  const chain = [input];
  for (let at = input; ; ) {
    const from = Object.entries(metafile.inputs).find(([, { imports }]) =>
      imports.some(({ path }) => path === at),
    );
    if (!from || chain.includes(from[0])) return chain;
    at = from[0];
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
