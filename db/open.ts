/** From settings to a migrated database: the one call of every program that needs it. */
import { connect, type Sql, type Target } from './client.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { patiently } from './patience.ts';

export type Database = {
  sql: Sql;
  /** The embedded server, when there is no DATABASE_URL. */
  embedded: Embedded | undefined;
  /** A sentence that tells where the data is, without any password. */
  where: string;
  /** Waits up to 5 s for running statements, then closes, then stops the embedded server. */
  close(): Promise<void>;
};

/** ms a start waits for a database that is itself still starting, or changing hands. */
const PATIENCE_MS = 15_000;

/**
 * Opens `databaseUrl`, or the embedded server of `dataDir`, made when it is not there unless `create` is false, and
 * migrates it. Throws when it cannot be reached for
 * `patienceMs`, or refuses us.
 */
export async function openDatabase(
  settings: { databaseUrl?: string; dataDir: string },
  { patienceMs = PATIENCE_MS, create = true } = {},
): Promise<Database> {
  const embedded = settings.databaseUrl ? undefined : await startEmbedded(settings.dataDir, { create });
  const target = settings.databaseUrl || embedded!.target;
  try {
    await patiently(patienceMs, () => bringUpToDate(target));
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  const sql = connect(target);
  const close = async () => {
    await sql.end({ timeout: 5 });
    await embedded?.stop();
  };
  return { sql, embedded, where: describe(settings.databaseUrl, embedded), close };
}

/** Migrates on a connection of its own, which may be silent for as long as a change of the schema takes. */
async function bringUpToDate(target: Target) {
  const sql = connect(target, { max: 1, name: 'paperpit migrations', statementTimeout: 0, lockTimeout: 0 });
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
  try {
    const { host, pathname } = new URL(url ?? '');
    return `The data is in PostgreSQL at ${decodeURIComponent(host)}${pathname}.`;
  } catch {
    return 'The data is in PostgreSQL at DATABASE_URL.';
  }
}
