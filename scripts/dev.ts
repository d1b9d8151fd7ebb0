/**
 * `npm run dev`: the server in a process of its own, built and started again on every change; open pages reload
 * themselves. A syntax error leaves the last good server running. The embedded database belongs to this process,
 * so a restart costs only the server's own start.
 */
import { existsSync, type FSWatcher, readFileSync, watch } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Subprocess } from 'bun';
import { startEmbedded } from '#db/embedded.ts';
import { build } from '#framework/build/build.ts';
import { loadSettings } from '#services/platform/settings/settings.ts';

const ROOT = resolve(import.meta.dir, '..');
const WATCHED = [
  'art',
  'components',
  'core',
  'db',
  'framework',
  'islands',
  'locales',
  'market',
  'routes',
  'services',
  'static',
];
const WATCHED_FILES = ['main.ts', 'app.ts', 'uno.config.ts'];
/** Editors save in several steps; this long without another one means they are done. */
const SETTLE_MS = 25;

let server: Server | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let working: Promise<void> = Promise.resolve();

const touched = new Set<string>();
const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) };

/** @throws on a syntax error in what was saved: the bundler sees only the browser's half of the sources */
function checkSyntax(): void {
  const files = [...touched].filter((file) => /\.tsx?$/.test(file) && existsSync(file));
  for (const file of files) {
    try {
      transpilers[file.endsWith('x') ? 'tsx' : 'ts'].scan(readFileSync(file, 'utf8'));
    } catch (error) {
      throw new Error(`${file}: ${error instanceof AggregateError ? error.errors.join('; ') : error}`);
    }
  }
  touched.clear();
}

type Server = Subprocess<'pipe', 'inherit', 'inherit'>;

/** A server that reads its modules and then waits to be told to start. */
function prepareServer(): Server {
  return Bun.spawn([process.execPath, 'scripts/dev-server.ts'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
}

/** Builds, and only if that worked puts a new server in the old one's place. */
async function renew(): Promise<void> {
  const started = performance.now();
  let next: Server | null = null;
  try {
    checkSyntax();
    next = prepareServer();
    await build({ dev: true });
  } catch (error) {
    next?.kill('SIGKILL');
    const errors = error instanceof AggregateError ? error.errors : [error];
    console.error(
      `\x1b[31mThe build failed; the last good one goes on.\x1b[0m\n${errors.map(String).join('\n')}`,
    );
    return;
  }
  const old = server;
  server = null;
  if (old) {
    // Nothing of value is in flight: the database is ours, and a graceful stop would wait for open pages.
    old.kill('SIGKILL');
    await old.exited;
  }
  next.stdin.write('start\n');
  next.stdin.flush();
  server = next;
  const mine = server;
  void mine.exited.then((code) => {
    if (server === mine) console.error(`\x1b[31mThe server ended (${code}); waiting for a change.\x1b[0m`);
  });
  console.log(`Built in ${Math.round(performance.now() - started)} ms.`);
}

function changed(file: string): void {
  if (/\.gen\.ts|\.tmp$|~$/.test(file) || file.includes('.build')) return;
  touched.add(file);
  clearTimeout(timer);
  timer = setTimeout(() => {
    working = working.then(renew);
  }, SETTLE_MS);
}

function watchSources(): FSWatcher[] {
  const folders = WATCHED.map((name) => join(ROOT, name)).filter(existsSync);
  const files = WATCHED_FILES.map((name) => join(ROOT, name)).filter(existsSync);
  return [
    ...folders.map((folder) =>
      watch(folder, { recursive: true }, (_event, name) => changed(join(folder, name ?? ''))),
    ),
    ...files.map((file) => watch(file, () => changed(file))),
  ];
}

const settings = loadSettings();
const database = settings.databaseUrl ? null : await startEmbedded(settings.dataDir);
await renew();
const watchers = watchSources();

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const watcher of watchers) watcher.close();
  await working;
  server?.kill('SIGTERM');
  await server?.exited;
  await database?.stop();
  process.exit(0);
}
process.on('SIGINT', stop).on('SIGTERM', stop);
