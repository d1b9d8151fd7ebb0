/** Restores a backup into an empty database, as a whole or not at all. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { one, type Sql, type Transaction } from '../client.ts';
import {
  type BackupHead,
  type BackupSize,
  END_OF_ROWS,
  FORMAT,
  quotedName,
  readTables,
  readVersion,
  suspendRules,
  type TableShape,
} from './write.ts';

const NEWLINE = 10;
const PIECE = 256 * 1024;

/** The backup cannot be restored into this database. `message` is a sentence with the reason. */
export class RestoreError extends Error {
  override name = 'RestoreError';
}

/**
 * Restores `file` into a migrated database without users, to which no server is connected.
 * @returns numbers of tables and bytes
 * @throws RestoreError for an unsuitable database or backup, and the error of an unreadable file, without any change
 */
export async function restoreBackup(sql: Sql, file: string): Promise<BackupSize> {
  return await sql.begin(async (tx) => {
    await tx`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`;
    await refuseWork(tx);
    const lines = readLines(file);
    const head = await readHead(lines);
    await refuseVersion(tx, head);
    const tables = await readTables(tx);
    const resume = await suspendRules(tx, tables);
    const names = tables.map(({ name }) => quotedName(name)).join(', ');
    await tx.unsafe(`truncate ${names}`);
    const size = await readAll(tx, lines, tables);
    await resume();
    return size;
  });
}

/** @throws RestoreError while a server is connected, or when there are accounts */
async function refuseWork(tx: Transaction): Promise<void> {
  const { users, servers } = one(
    await tx<{ users: number; servers: number }[]>`
      select (select count(*)::integer from users) as users,
        (select count(*)::integer from pg_stat_activity
          where datname = current_database() and application_name = 'paperpit' and pid <> pg_backend_pid()) as servers`,
  );
  if (servers > 0) throw new RestoreError('A server works on this database: stop it first.');
  if (users > 0)
    throw new RestoreError(`This database has ${users} accounts: a backup is restored into an empty one.`);
}

async function refuseVersion(tx: Transaction, { migrations }: BackupHead): Promise<void> {
  const applied = await readVersion(tx);
  if (applied.join() === migrations.join()) return;
  const last = (names: string[]) => names.at(-1)?.split(' ')[0] ?? 'nothing';
  throw new RestoreError(
    `The backup is of another version (${last(migrations)}, this one is at ${last(applied)}): restore it with the version ` +
      'that made it, and start this one on that database.',
  );
}

type Line = { text: Buffer; digest(): string };

/** Yields the lines of a gzip file, each with the digest of all earlier lines. */
async function* readLines(file: string): AsyncGenerator<Line> {
  const hash = new Bun.CryptoHasher('sha256');
  let rest: Buffer = Buffer.alloc(0);
  const source = createReadStream(file);
  const plain = source.pipe(createGunzip());
  source.on('error', (error) => plain.destroy(error));
  for await (const chunk of plain as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      const text = bytes.subarray(from, end + 1);
      yield { text, digest: () => hash.copy().digest('hex') };
      hash.update(text);
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
}

type Lines = AsyncGenerator<Line>;

/** Reads the next line as JSON. @throws RestoreError at the end of the file */
async function nextJson(lines: Lines): Promise<{ json: Record<string, unknown>; digest(): string }> {
  const next = await lines.next();
  if (next.done) throw new RestoreError('The backup is not whole: its end is missing.');
  return { json: JSON.parse(next.value.text.toString()), digest: next.value.digest };
}

async function readHead(lines: Lines): Promise<BackupHead> {
  const { json } = await nextJson(lines).catch(() => {
    throw new RestoreError('The file is no backup of Paperpit.');
  });
  if (json.format !== FORMAT) throw new RestoreError('The file is no backup of Paperpit.');
  return json as BackupHead;
}

async function readAll(tx: Transaction, lines: Lines, tables: readonly TableShape[]): Promise<BackupSize> {
  const shapes = new Map(tables.map((table) => [table.name, table]));
  let bytes = 0;
  for (let count = 0; ; count++) {
    const { json } = await nextJson(lines);
    if (json.sequences) {
      for (const [name, value] of Object.entries(json.sequences as Record<string, string>))
        await tx`select setval(${quotedName(name)}::regclass, ${BigInt(value)})`;
      const { json: end, digest } = await nextJson(lines);
      if (end.sha256 !== digest()) throw new RestoreError('The backup was changed after it was made.');
      return { tables: count, bytes };
    }
    const { table: name, columns } = json as { table: string; columns: string[] };
    const table = shapes.get(name);
    if (table?.columns.join() !== columns.join())
      throw new RestoreError(`The backup has a table ${name} that is not as it is here.`);
    bytes += await readTable(tx, lines, table);
  }
}

async function readTable(tx: Transaction, lines: Lines, table: TableShape): Promise<number> {
  const columns = table.columns.map(quotedName).join(', ');
  const rows: Writable = await tx.unsafe(`copy ${quotedName(table.name)} (${columns}) from stdin`).writable();
  let failure: unknown;
  rows.on('error', (error) => {
    failure = error;
  });
  let pieces: Buffer[] = [];
  let size = 0;
  let bytes = 0;
  const send = async () => {
    if (failure) throw failure;
    if (size > 0 && !rows.write(Buffer.concat(pieces))) await once(rows, 'drain');
    [pieces, size] = [[], 0];
  };
  for (;;) {
    const next = await lines.next();
    if (next.done) {
      // COPY must end before the connection accepts a rollback
      rows.end();
      await once(rows, 'finish').catch(() => {});
      throw new RestoreError('The backup is not whole: its end is missing.');
    }
    const { text } = next.value;
    if (text.length === 3 && text.toString() === `${END_OF_ROWS}\n`) break;
    pieces.push(text);
    size += text.length;
    bytes += text.length;
    if (size >= PIECE) await send();
  }
  await send();
  rows.end();
  await once(rows, 'finish');
  return bytes;
}
