/** Opens and migrates the database of the settings, for every program. */
import { type ConnectOptions, connect, isUnavailable, type Sql, type Target } from './client.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import { patiently } from './errors.ts';
import { migrate, OtherSchemaError } from './migrate.ts';

export type DatabaseSettings = {
  databaseUrl?: string | undefined;
  databaseReadUrl?: string | undefined;
  databasePool?: 'session' | 'transaction';
  dataDir: string;
};

export type Database = {
  sql: Sql;
  /** A streaming replica for reads that may be outdated; null without one. */
  replica: Sql | null;
  /** The embedded server; undefined with DATABASE_URL. */
  embedded: Embedded | undefined;
  /** A sentence that says where the data are, without a password. */
  where: string;
  /** Waits up to 5 s for running statements, closes, and stops the embedded server. */
  close(): Promise<void>;
};

/** How long a start waits for a database that starts or fails over, ms. */
const PATIENCE_MS = 60_000;
const OLDEST_VERSION = 150_000;

/**
 * Opens `databaseUrl`, or the embedded server of `dataDir`, and migrates the database. Creates a missing embedded
 * database unless `create` is false.
 * @throws when the database is unavailable for `patienceMs`, or refuses the connection
 */
export async function openDatabase(
  settings: DatabaseSettings,
  {
    patienceMs = PATIENCE_MS,
    create = true,
    say = (sentence: string) => console.error(sentence),
    onQuery = undefined as ConnectOptions['onQuery'],
  } = {},
): Promise<Database> {
  const embedded = settings.databaseUrl ? undefined : await startEmbedded(settings.dataDir, { create });
  const target = settings.databaseUrl || embedded!.target;
  const isPooled = settings.databasePool === 'transaction';
  try {
    const onWait = () => say(`Waiting for PostgreSQL at ${hostOf(settings.databaseUrl)} ...`);
    await patiently(patienceMs, () => reach(target, isPooled), onWait);
    await patiently(patienceMs, () => bringUpToDate(target, isPooled));
  } catch (error) {
    await embedded?.stop();
    if (error instanceof OtherSchemaError) throw refusal(error, settings);
    if (!settings.databaseUrl) throw error;
    const verb = isUnavailable(error) ? 'cannot be reached' : 'cannot be used';
    const problem = `PostgreSQL at ${hostOf(settings.databaseUrl)} (DATABASE_URL) ${verb}: ${(error as Error).message}`;
    throw new Error(problem, { cause: error });
  }
  const sql = connect(target, { onQuery, isPooled });
  const replica = settings.databaseReadUrl ? connect(settings.databaseReadUrl, { onQuery, isPooled }) : null;
  const close = async () => {
    await replica?.end({ timeout: 1 });
    await sql.end({ timeout: 5 });
    await embedded?.stop();
  };
  return { sql, replica, embedded, where: describe(settings.databaseUrl, embedded), close };
}

function refusal(error: OtherSchemaError, settings: DatabaseSettings): Error {
  const place = settings.databaseUrl
    ? `The database at ${hostOf(settings.databaseUrl)} (DATABASE_URL)`
    : `The database in ${settings.dataDir} (DATA_DIR)`;
  const away = settings.databaseUrl ? 'an empty database' : 'an empty folder';
  return new Error(
    `${place} was made by another version of Paperpit and is left as it was: ${error.message}. ` +
      `Open it with that version, or name ${away} to start anew.`,
    { cause: error },
  );
}

/** @throws when the server does not respond, is too old, or has another encoding than UTF8 */
async function reach(target: Target, isPooled: boolean) {
  const sql = connect(target, { isPooled, max: 1, name: 'paperpit start' });
  try {
    const [server] = await sql<{ version: number; encoding: string; name: string }[]>`
      select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
        current_setting('server_encoding') as encoding`;
    if (server!.version < OLDEST_VERSION)
      throw new Error(`it is ${server!.name}, and 15 is the oldest that will do`);
    if (server!.encoding !== 'UTF8')
      throw new Error(`its encoding is ${server!.encoding}, and only UTF8 will do`);
  } finally {
    await sql.end({ timeout: 0 });
  }
}

async function bringUpToDate(target: Target, isPooled: boolean) {
  const sql = connect(target, {
    isPooled,
    max: 1,
    name: 'paperpit migrations',
    statementTimeout: 0,
    lockTimeout: 0,
  });
  try {
    await migrate(sql);
  } finally {
    await sql.end({ timeout: 0 });
  }
}

function describe(url: string | undefined, embedded: Embedded | undefined): string {
  if (embedded) {
    const why = embedded.movedBecause ? ` ${embedded.movedBecause}` : '';
    return `The data is in ${embedded.data} (embedded PostgreSQL).${why}`;
  }
  return `The data is in PostgreSQL at ${hostOf(url)}.`;
}

/**
 * Returns host, port and database of a DATABASE_URL, without user and password. Returns a general phrase for a text
 * that is no URL, and for the embedded server, which has none.
 */
function hostOf(url: string | undefined): string {
  if (!url || !URL.canParse(url)) return url ? 'the address given' : 'its socket';
  const { host, pathname, searchParams } = new URL(url);
  return decodeURIComponent((host || searchParams.get('host') || '') + pathname);
}
