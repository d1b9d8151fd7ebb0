/** What a backup has to know of the database's tables: read from the catalogue, so that a new table is in it by itself. */
import type { Queryable, Transaction } from '../client.ts';

/** What the runner of the migrations keeps for itself. */
const OWN = 'schema_migrations';

export type TableShape = { name: string; columns: string[] };

/** All tables by name, each with its columns but the generated ones. */
export async function readTables(sql: Queryable): Promise<TableShape[]> {
  return await sql<TableShape[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> ${OWN} and a.attgenerated = ''
    group by c.relname order by c.relname`;
}

/** Names and hashes of the migrations that were applied to the database. */
export async function readVersion(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ name: string; hash: string }[]>`
    select name, hash from schema_migrations order by name`;
  return rows.map(({ name, hash }) => `${name} ${hash}`);
}

/** The last value of each sequence that was used. */
export async function readSequences(sql: Queryable): Promise<Record<string, string>> {
  const rows = await sql<{ name: string; value: bigint | null }[]>`
    select sequencename as name, last_value as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`;
  return Object.fromEntries(rows.map(({ name, value }) => [name, String(value)]));
}

/** A name as SQL writes it. */
export const quotedName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Drops foreign keys and disables triggers, which would refuse or change rows of a backup.
 * @returns a function that restores them and so checks all rows
 */
export async function suspendRules(
  tx: Transaction,
  tables: readonly TableShape[],
): Promise<() => Promise<void>> {
  const keys = await tx<{ at: string; name: string; rule: string }[]>`
    select conrelid::regclass::text as at, conname as name, pg_get_constraintdef(oid) as rule
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
  const each = async (command: (table: string) => string) => {
    for (const { name } of tables) await tx.unsafe(command(quotedName(name)));
  };
  await each((table) => `alter table ${table} disable trigger user`);
  for (const { at, name } of keys) await tx.unsafe(`alter table ${at} drop constraint ${quotedName(name)}`);
  return async () => {
    for (const { at, name, rule } of keys)
      await tx.unsafe(`alter table ${at} add constraint ${quotedName(name)} ${rule}`);
    await each((table) => `alter table ${table} enable trigger user`);
  };
}
