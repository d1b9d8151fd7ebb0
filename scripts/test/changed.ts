/**
 * `npm test -- changed`: finds the tests that a change can reach, by imports. Where the imports pass through the files that
 * assemble the whole product, it finds tests by the addresses they open.
 */
import { readFileSync } from 'node:fs';
import { dirname, normalize } from 'node:path';

/** The text of each source file by its path from the root. */
export type Sources = ReadonlyMap<string, string>;

export type Reach = {
  /** Test files, sorted by path. */
  tests: string[];
  /** Addresses of routes that the change reaches, for the tests of every page: `/shop`, `/competitions/:number`. */
  addresses: string[];
};

/** Files that assemble the product and import everything, so a path of imports through them proves nothing. */
const ASSEMBLY = ['main.ts', 'app.ts', 'services/services.ts', 'services/register.ts'];
const SERVICES = 'services/services.ts';
const EVERY_PAGE = /^tests\/browser\/pages-[\w-]+\.test\.ts$/;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]([#.][^'"\n]+)['"]/g;

/** Returns what a change can reach. @param changed paths from the root, as git prints them */
export function reachOf(changed: readonly string[], sources: Sources): Reach {
  const reached = importersOf(
    changed.flatMap((path) => sourcesOf(path, sources)),
    sources,
  );
  const routes = [...sources.keys()].filter((path) => path.startsWith('routes/') && !isTest(path));
  const services = servicesIn(reached, sources);
  const addresses = routes
    .filter((path) => reached.has(path) || mentionsService(sources.get(path)!, services))
    .map(addressOf);
  const everything = changed.some((path) => ASSEMBLY.includes(path));
  const tests = [...sources.keys()].filter(
    (path) =>
      isTest(path) &&
      (everything ||
        reached.has(path) ||
        (EVERY_PAGE.test(path) && addresses.some((address) => !address.startsWith('/api'))) ||
        opens(path, addresses, sources)),
  );
  return { tests: tests.sort(), addresses: [...new Set(addresses)].sort() };
}

/** Returns the files with uncommitted changes, or else those that differ from `base`. @throws Error when git fails */
export function changedFiles(base: string): string[] {
  const git = (...args: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(['git', ...args]);
    if (exitCode !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.toString().trim()}`);
    return stdout.toString().split('\n').filter(Boolean);
  };
  const open = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
  return open.length > 0 ? open : git('diff', '--name-only', base);
}

export function readSources(): Sources {
  const rooms = new Bun.Glob(
    '{art,components,core,db,framework,islands,lab,market,proof,routes,scripts,services,tests}/**/*.{ts,tsx}',
  );
  const paths = [...new Bun.Glob('*.ts').scanSync('.'), ...rooms.scanSync('.')];
  return new Map(paths.sort().map((path) => [path, readFileSync(path, 'utf8')]));
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path);

/**
 * Returns the sources whose importers a changed file can affect: the file itself if it is a source, else the sources
 * that use the style sheet, text or migration.
 */
function sourcesOf(path: string, sources: Sources): string[] {
  if (sources.has(path)) return [path];
  if (path.endsWith('.css')) return [...sources.keys()].filter((other) => dirname(other) === dirname(path));
  if (path.startsWith('locales/')) return ['tests/locales.test.ts', 'tests/texts.test.ts'];
  if (path.startsWith('db/migrations/')) return ['db/migrate.ts'];
  return [];
}

/** Returns `files` and all their direct and indirect importers, but not the importers of the assembly. */
export function importersOf(files: readonly string[], sources: Sources): Set<string> {
  const direct = directImporters(sources);
  const reached = new Set<string>();
  const open = [...files];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    if (!ASSEMBLY.includes(path)) open.push(...(direct.get(path) ?? []));
  }
  return reached;
}

function directImporters(sources: Sources): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [path, text] of sources) {
    for (const [, spec] of text.matchAll(IMPORT)) {
      const to = spec!.startsWith('#') ? spec!.slice(1) : normalize(`${dirname(path)}/${spec}`);
      if (sources.has(to)) importers.set(to, [...(importers.get(to) ?? []), path]);
    }
  }
  return importers;
}

/** Returns the properties of `Services` that changed files create, such as `shop` in `const shop = createShop(...)`. */
function servicesIn(reached: ReadonlySet<string>, sources: Sources): string[] {
  const text = sources.get(SERVICES) ?? '';
  return [...text.matchAll(/import \{ (create\w+) \} from '\.\/([^']+)'/g)].flatMap(([, create, file]) => {
    if (!reached.has(`services/${file}`)) return [];
    const name = new RegExp(`const (\\w+) = ${create}\\(`).exec(text)?.[1];
    return name ? [name] : [];
  });
}

const mentionsService = (text: string, names: readonly string[]) =>
  names.some((name) => new RegExp(`\\bservices\\.${name}\\b|\\b${name}\\b[^\\n]*\\} = services`).test(text));

/** Returns a route's address: `/api/shop/:id` for `routes/api/shop/[id].ts`, without any `(group)`. */
function addressOf(file: string): string {
  const path = file
    .replace(/^routes|\.tsx?$/g, '')
    .replace(/\/\(\w+\)/g, '')
    .replace(/\/index$/, '')
    .replace(/\[(\w+)\]/g, ':$1');
  return path || '/';
}

/**
 * True when at least a third of a test's addresses are in `addresses`. Most tests sign in, and few of them test the
 * sign-in.
 */
function opens(path: string, addresses: readonly string[], sources: Sources): boolean {
  if (!/^tests\/(server|browser)\//.test(path) || EVERY_PAGE.test(path)) return false;
  const opened = [...sources.get(path)!.matchAll(/(?<=['"`}])\/[\w/-]*/g)].map(([address]) => address);
  const hits = opened.filter((address) => addresses.some((each) => fits(address, each)));
  return hits.length > 0 && hits.length * 3 >= opened.length;
}

/** True when a test's address matches a route: `/traders/noa` matches `/traders/:name`. */
function fits(address: string, route: string): boolean {
  const fixed = route.split('/:')[0]!;
  return address === fixed || (fixed !== route && address.startsWith(`${fixed}/`));
}
