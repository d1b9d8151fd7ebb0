/** Starts settings -> database -> market -> services -> app -> listen, and stops in reverse at SIGTERM. */
import { randomBytes } from 'node:crypto';
import type { Sql } from '#db/client.ts';
import { openDatabase } from '#db/open.ts';
import { installationSecret, replayStart } from '#db/queries/platform/installation.ts';
import { limitOf } from '#framework/api.ts';
import { createMarket } from '#market/index.ts';
import type { Market } from '#market/market.ts';
import { createQueryWatch } from '#services/operations/metrics.ts';
import { type Clock, systemClock } from '#services/platform/clock.ts';
import { createDatabaseClock } from '#services/platform/database.ts';
import { prepare } from '#services/platform/first-run.ts';
import { createLog, type Log } from '#services/platform/log.ts';
import { LOOPBACK, loadSettings, type Settings, SettingsError } from '#services/platform/settings.ts';
import { keepSeeds } from '#services/proof/seed-periods.ts';
import { createServices } from '#services/services.ts';
import { createApp } from './app.ts';

/** How long a stopping server waits for requests in flight, ms. */
const FINISH_MS = 3_000;
/** Delay until the server frees the memory that only the start needed (20 MB, mostly compiled code), ms. */
const SETTLED_MS = 20_000;

export type Paperpit = Awaited<ReturnType<typeof start>>;

/** Starts the program. @param given for tests: replaces the settings' market, the system's clock and the log */
export async function start(settings: Settings, given: { market?: Market; clock?: Clock; log?: Log } = {}) {
  const log = given.log ?? createLog(settings);
  const clock = given.clock ?? systemClock;
  tryAddress(settings);
  const queries = createQueryWatch(settings, log);
  const database = await openDatabase(settings, { onQuery: queries.seen });
  const undo = [database.close];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const databaseClock = await createDatabaseClock(database.sql, clock);
    undo.push(async () => databaseClock.stop());
    await keepSeeds(database.sql, settings, databaseClock.now());
    const market = given.market ?? (await openMarket(settings, database.sql, clock, log));
    undo.push(async () => market.stop());
    const secret = await installationSecret(database.sql, 'main', randomBytes(32));
    const services = createServices({
      settings,
      sql: database.sql,
      market,
      clock,
      databaseClock,
      log,
      secret,
      queries,
      replica: database.replica,
    });
    undo.push(services.stop);
    await services.start();
    const welcome = await prepare(services);
    const app = await createApp(services);
    app.listen({ port: settings.port, hostname: settings.host, reusePort: false });
    const server = app.server!;
    undo.push(async () => {
      await services.drain.leave(() => server.pendingRequests);
      const finished = server.stop();
      // open sockets prevent the server from stopping
      services.hub.stop(settings.drainSeconds > 0 ? 1012 : 1001);
      await Promise.race([finished, Bun.sleep(FINISH_MS)]);
      await server.stop(true);
    });
    const url = `http://${reachable(settings.host)}:${server.port}`;
    const routes = app.routes.map(({ method, path, hooks }) => ({ method, path, limit: limitOf(hooks) }));
    const lines = [`Paperpit is at ${url}`, ...warnings(settings), database.where, ...welcome];
    return { url, services, stop, routes, lines };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns a host name for browsers on this machine, from the address the server listens on. */
function reachable(host: string | undefined): string {
  if (!host || ['0.0.0.0', '::', LOOPBACK].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function warnings({ host, publicUrl }: Settings): string[] {
  const closed = host === LOOPBACK && new URL(publicUrl).hostname === 'localhost';
  return [
    ...(closed ? ['Only this machine reaches it; HOST=0.0.0.0, or PUBLIC_URL, opens it to others.'] : []),
    ...(process.getuid?.() === 0 ? ['It runs as root; an account of its own is safer (see README).'] : []),
  ];
}

/** @throws Error with a sentence that names the setting when the server cannot listen on the address */
function tryAddress({ host, port }: Settings): void {
  try {
    Bun.listen({ hostname: host ?? '0.0.0.0', port, socket: { data() {} } }).stop(true);
  } catch (error) {
    throw new Error(addressProblem(error, host, port), { cause: error });
  }
}

function addressProblem(error: unknown, host: string | undefined, port: number): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop it, or set PORT to another one.`;
  if (code === 'EACCES' || /permission denied/i.test(message))
    return `This account may not listen on port ${port}. Set PORT to one above 1023.`;
  return `HOST ${host} is no address of this machine (${message}).`;
}

/** Creates the market of the settings. After a restart a replay continues as if the server had never stopped. */
async function openMarket(settings: Settings, sql: Sql, clock: Clock, log: Log): Promise<Market> {
  const replay = `${settings.replayFrom ?? 'first day'} at ${settings.replaySpeed}`;
  const isReplay = settings.market === 'replay';
  return createMarket(settings, {
    clock: clock.now,
    replayStartedAt: isReplay ? await replayStart(sql, replay, clock.now()) : undefined,
    warn: (sentence) => log.warn(sentence),
  });
}

/** The program: starts with the environment's settings, stops at SIGTERM or Ctrl-C. */
export async function run(): Promise<void> {
  let settings: Settings;
  try {
    settings = loadSettings();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  try {
    const paperpit = await start(settings);
    let stopping = 0;
    const halt = async () => {
      // One Ctrl-C arrives twice, from the terminal and from the parent process. A later one exits at once.
      if (stopping && Date.now() - stopping > 1_000) process.exit(1);
      if (stopping) return;
      stopping = Date.now();
      await paperpit.stop();
      process.exit(0);
    };
    process.on('SIGTERM', halt).on('SIGINT', halt);
    // printed last, because a program that waits for these lines may stop the server at once
    console.log(paperpit.lines.join('\n'));
    setTimeout(Bun.shrink, SETTLED_MS).unref();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    if (settings.logLevel === 'debug' || settings.logLevel === 'trace') console.error(error);
    process.exit(1);
  }
}

if (import.meta.main) await run();
