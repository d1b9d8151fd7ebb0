/**
 * `npm run dev`: rebuilds and restarts the server in a child process after every change; open pages reload. After a syntax
 * error the running server stays. This process owns the embedded database, so that a restart costs only the server's start.
 */
import { existsSync, type FSWatcher, readFileSync, watch } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Subprocess } from 'bun';
import { startEmbedded } from '#db/embedded.ts';
import { build } from '#framework/build/build.ts';
import { loadSettings } from '#services/platform/settings.ts';

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
  'proof',
  'routes',
  'services',
  'static',
];
const WATCHED_FILES = ['main.ts', 'app.ts', 'uno.config.ts'];
/** A save is complete after this time without a change, ms: editors save in several steps. */
const SETTLE_MS = 25;

let server: Server | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let renewal: Promise<void> = Promise.resolve();

const changedFiles = new Set<string>();
const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) };

/** Checks the syntax of changed files, because the bundler reads only the files of the browser. @throws Error */
function checkSyntax(): void {
  const files = [...changedFiles].filter((file) => /\.tsx?$/.test(file) && existsSync(file));
  for (const file of files) {
    try {
      transpilers[file.endsWith('x') ? 'tsx' : 'ts'].scan(readFileSync(file, 'utf8'));
    } catch (error) {
      throw new Error(`${file}: ${error instanceof AggregateError ? error.errors.join('; ') : error}`);
    }
  }
  changedFiles.clear();
}

type Server = Subprocess<'pipe', 'inherit', 'inherit'>;

/** Spawns a server that imports its modules and then waits for a line on standard input. */
function prepareServer(): Server {
  return Bun.spawn([process.execPath, 'scripts/dev-server.ts'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
}

/** Builds and, if that succeeds, replaces the server. */
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
  const previous = server;
  server = null;
  if (previous) {
    // A graceful stop would wait for open pages, and no data is lost without it.
    previous.kill('SIGKILL');
    await previous.exited;
  }
  next.stdin.write('start\n');
  next.stdin.flush();
  server = next;
  const current = server;
  void current.exited.then((code) => {
    if (server === current) console.error(`\x1b[31mThe server ended (${code}); waiting for a change.\x1b[0m`);
  });
  console.log(`Built in ${Math.round(performance.now() - started)} ms.`);
}

function scheduleRenewal(file: string): void {
  if (/\.gen\.ts|\.tmp$|~$/.test(file) || file.includes('.build')) return;
  changedFiles.add(file);
  clearTimeout(timer);
  timer = setTimeout(() => {
    renewal = renewal.then(renew);
  }, SETTLE_MS);
}

function watchSources(): FSWatcher[] {
  const folders = WATCHED.map((name) => join(ROOT, name)).filter(existsSync);
  const files = WATCHED_FILES.map((name) => join(ROOT, name)).filter(existsSync);
  return [
    ...folders.map((folder) =>
      watch(folder, { recursive: true }, (_event, name) => scheduleRenewal(join(folder, name ?? ''))),
    ),
    ...files.map((file) => watch(file, () => scheduleRenewal(file))),
  ];
}

const settings = loadSettings();
const database = settings.databaseUrl ? null : await startEmbedded(settings.dataDir);
await renew();
const watchers = watchSources();

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const watcher of watchers) watcher.close();
  await renewal;
  server?.kill('SIGTERM');
  await server?.exited;
  await database?.stop();
  process.exit(0);
}
process.on('SIGINT', stop).on('SIGTERM', stop);
