/**
 * Writes a backup: one gzip file of lines. A JSON head; for each table a JSON line with its columns, the rows in COPY's
 * text format, and `\.`; the sequences; and a SHA-256 of all earlier lines, which proves that the file is complete.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import type { Queryable, Sql, Transaction } from '../client.ts';

/** Tables that a backup omits, because they describe only the database from which it is made. */
const LOCAL_TABLES = ['schema_migrations', 'backups'];

export type TableShape = { name: string; columns: string[] };

/** Returns the tables to back up, sorted by name, with all columns that are not generated. */
export async function readTables(sql: Queryable): Promise<TableShape[]> {
  return await sql<TableShape[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all(${LOCAL_TABLES}) and a.attgenerated = ''
    group by c.relname order by c.relname`;
}

/** Returns "NAME HASH" for each applied migration, by name. */
export async function readVersion(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ name: string; hash: string }[]>`
    select name, hash from schema_migrations order by name`;
  return rows.map(({ name, hash }) => `${name} ${hash}`);
}

async function readSequences(sql: Queryable): Promise<Record<string, string>> {
  const rows = await sql<{ name: string; value: bigint | null }[]>`
    select sequencename as name, last_value as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`;
  return Object.fromEntries(rows.map(({ name, value }) => [name, String(value)]));
}

export const quotedName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Drops foreign keys and disables triggers, which would refuse or change rows of a backup.
 * @returns a function that restores foreign keys and triggers, and so checks all rows against the keys
 */
export async function suspendRules(
  tx: Transaction,
  tables: readonly TableShape[],
): Promise<() => Promise<void>> {
  const foreignKeys = await tx<{ table: string; name: string; rule: string }[]>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as rule
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
  const forEachTable = async (command: (table: string) => string) => {
    for (const { name } of tables) await tx.unsafe(command(quotedName(name)));
  };
  await forEachTable((table) => `alter table ${table} disable trigger user`);
  for (const { table, name } of foreignKeys)
    await tx.unsafe(`alter table ${table} drop constraint ${quotedName(name)}`);
  return async () => {
    for (const { table, name, rule } of foreignKeys)
      await tx.unsafe(`alter table ${table} add constraint ${quotedName(name)} ${rule}`);
    await forEachTable((table) => `alter table ${table} enable trigger user`);
  };
}

export const FORMAT = 'paperpit backup 1';
/** The line after a table's rows, as COPY defines it. */
export const END_OF_ROWS = '\\.';

export type BackupHead = { format: string; madeAt: string; migrations: string[] };
export type BackupSize = { tables: number; bytes: number };

/**
 * Writes a snapshot of the whole database without blocking other transactions, and records the backup in the database.
 * @returns numbers of tables and bytes @throws when the file cannot be written, after deleting the incomplete file
 */
export async function writeBackup(sql: Sql, file: string, now: Date): Promise<BackupSize> {
  const part = `${file}.part`;
  const gzip = createGzip({ level: 6 });
  const target = createWriteStream(part, { mode: 0o600, flags: 'wx' });
  const written = pipeline(gzip, target);
  // the await below gets the error; this only prevents an unhandled rejection
  written.catch(() => {});
  try {
    const size = await sql.begin('isolation level repeatable read read only', async (tx) => {
      await tx`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`;
      return await writeAll(tx, createOutput(gzip, written), now);
    });
    gzip.end();
    await written;
    await rename(part, file);
    await sql`insert into backups (made_at, bytes) values (${now}, ${size.bytes}) on conflict do nothing`;
    return size;
  } catch (error) {
    gzip.destroy();
    await written.catch(() => {});
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(part, { force: true });
    throw error;
  }
}

type Output = ReturnType<typeof createOutput>;

function createOutput(gzip: Gzip, written: Promise<void>) {
  const hash = new Bun.CryptoHasher('sha256');
  const put = async (bytes: Buffer) => {
    hash.update(bytes);
    // after a write error `drain` never fires, and `written` rejects
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), written]);
  };
  return { put, line: (text: string) => put(Buffer.from(`${text}\n`)), digest: () => hash.digest('hex') };
}

async function writeAll(tx: Transaction, output: Output, now: Date): Promise<BackupSize> {
  const head: BackupHead = {
    format: FORMAT,
    madeAt: now.toISOString(),
    migrations: await readVersion(tx),
  };
  await output.line(JSON.stringify(head));
  const tables = await readTables(tx);
  let bytes = 0;
  for (const table of tables) bytes += await writeTable(tx, output, table);
  // a snapshot does not cover sequences; reading them after the rows ensures that no row is ahead of its sequence
  await output.line(JSON.stringify({ sequences: await readSequences(tx) }));
  await output.line(JSON.stringify({ sha256: output.digest() }));
  return { tables: tables.length, bytes };
}

async function writeTable(tx: Transaction, output: Output, table: TableShape): Promise<number> {
  await output.line(JSON.stringify({ table: table.name, columns: table.columns }));
  const columns = table.columns.map(quotedName).join(', ');
  const rows: Readable = await tx.unsafe(`copy ${quotedName(table.name)} (${columns}) to stdout`).readable();
  let bytes = 0;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    await output.put(chunk);
    bytes += chunk.length;
  }
  // resumes the driver's paused socket (see copy.ts)
  rows._read(0);
  await output.line(END_OF_ROWS);
  return bytes;
}
