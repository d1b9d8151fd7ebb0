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

/** What a streaming replica says about itself. */

/**
 * Whether everything committed until `at` (epoch ms) is there: it has all it was sent while somebody sends, or what it
 * applied last is younger. A server that is no replica has everything.
 */
export async function hasCaughtUp(sql: Sql, at: number): Promise<boolean> {
  const rows = await sql<{ ok: boolean | null }[]>`
    select case when not pg_is_in_recovery() then true else
      (pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() and exists (select from pg_stat_wal_receiver))
      or pg_last_xact_replay_timestamp() > ${new Date(at)} end as ok`;
  return one(rows).ok === true;
}

/** The beginning of each replay, in wall-clock time. */

/** When `replay` began, epoch ms: `now` if it begins now. Processes that start together agree. */
export async function replayStart(sql: Queryable, replay: string, now: number): Promise<number> {
  await sql`insert into file_market_starts (market, started_at) values (${replay}, ${new Date(now)})
    on conflict do nothing`;
  const rows = await sql<{ started_at: Date }[]>`
    select started_at from file_market_starts where market = ${replay}`;
  return one(rows).started_at.getTime();
}
