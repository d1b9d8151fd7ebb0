/** Secrets made once for this installation and shared by all of its processes. */
import { one, type Queryable } from '../client.ts';

/** The secret called `name`; `fresh` becomes it when there is none yet. Processes that start together agree. */
export async function installationSecret(
  sql: Queryable,
  name: string,
  fresh: Uint8Array,
): Promise<Uint8Array> {
  await sql`insert into installation_secrets (name, secret) values (${name}, ${fresh}) on conflict do nothing`;
  const rows = await sql<{ secret: Uint8Array }[]>`
    select secret from installation_secrets where name = ${name}`;
  return one(rows).secret;
}
