/** Applies the numbered .sql files by name: each file once, all new files in one transaction. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql, Transaction } from './client.ts';
import { LOCKS } from './locks.ts';

const FILES = process.env.PAPERPIT_FILES;
export const MIGRATIONS = FILES ? join(FILES, 'db/migrations') : join(import.meta.dir, 'migrations');

type File = { name: string; text: string; hash: string };

/** Returns the migrations of `dir`. The hash ignores line ends. */
export function readMigrations(dir: string): File[] {
  const names = readdirSync(dir).filter((name) => /^\d{4}_.+\.sql$/.test(name));
  return names.sort().map((name) => {
    const text = readFileSync(join(dir, name), 'utf8').replace(/\r\n/g, '\n');
    return { name, text, hash: new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 16) };
  });
}

/** The database has migrations that this version does not know. */
export class OtherSchemaError extends Error {
  override name = 'OtherSchemaError';
  constructor(migrations: readonly string[]) {
    super(`it has migrations this version of Paperpit does not know: ${migrations.join(', ')}`);
  }
}

/**
 * Brings the database to the newest schema. When processes start together, one migrates and the others wait.
 * @returns the names of the applied files
 * @throws without any change when a file was changed, is missing (OtherSchemaError), sorts before an applied one, or
 * fails
 */
export async function migrate(sql: Sql, dir = MIGRATIONS): Promise<string[]> {
  const files = readMigrations(dir);
  return await sql.begin(async (tx) => {
    // no time limits: an index on a large table may take long, and so may the migration of another process
    await tx`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`;
    await tx`select pg_advisory_xact_lock(${LOCKS.migrations})`;
    await tx`create table if not exists schema_migrations
      (name text primary key, hash text not null, applied_at timestamptz not null default now())`;
    const rows = await tx<{ name: string; hash: string }[]>`select name, hash from schema_migrations`;
    const pending = compare(files, new Map(rows.map((row) => [row.name, row.hash])));
    for (const file of pending) await apply(tx, file);
    return pending.map((file) => file.name);
  });
}

/** Returns the files to apply. @throws when the applied migrations do not fit the files */
function compare(files: File[], applied: Map<string, string>): File[] {
  const names = new Set(files.map((file) => file.name));
  const unknown = [...applied.keys()].filter((name) => !names.has(name));
  if (unknown.length) throw new OtherSchemaError(unknown.sort());
  const newest = [...applied.keys()].sort().at(-1) ?? '';
  for (const { name, hash } of files) {
    const appliedHash = applied.get(name);
    if (appliedHash === undefined && name < newest)
      throw new Error(`${name} sorts before migrations already applied`);
    if (appliedHash !== undefined && appliedHash !== hash)
      throw new Error(`${name} was changed after it was applied`);
  }
  return files.filter((file) => !applied.has(file.name));
}

async function apply(tx: Transaction, { name, text, hash }: File) {
  try {
    await tx.unsafe(text);
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
  await tx`insert into schema_migrations (name, hash) values (${name}, ${hash})`;
}
