/** What the processes of one installation agree on before they start to work: its secrets, and who comes first. */
import { one, type Queryable, type Sql } from '../../client.ts';

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

const FIRST_LOCK = 7_231_114_005n;
/** ms between two tries: a statement that waits for the lock itself would be cut off by the time limits. */
const RETRY_MS = 50;

/** Does `work` while no other process on this database is at it; the lock goes with the transaction that holds it. */
export async function oneAtATime<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  const done = await sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    const claim = async () =>
      one(await tx<{ ok: boolean }[]>`select pg_try_advisory_xact_lock(${FIRST_LOCK}) as ok`).ok;
    while (!(await claim())) await Bun.sleep(RETRY_MS);
    return { result: await work() };
  });
  return done.result as T;
}
