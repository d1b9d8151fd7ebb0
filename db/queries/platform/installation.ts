/** Data that all processes of an installation share: secrets, the first start, a replay's start, a replica's delay. */
import { one, type Queryable, type Sql } from '../../client.ts';
import { LOCKS } from '../../locks.ts';

/** Returns the secret `name`; stores `fresh` if there is none. Processes that start together get the same secret. */
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

/** Pause between two attempts to lock, ms. A statement that waited for the lock would exceed its time limit. */
const RETRY_MS = 50;

/** Runs `work` in one process at a time. A transaction holds the lock meanwhile. */
export async function oneAtATime<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  const done = await sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    const claim = async () =>
      one(await tx<{ ok: boolean }[]>`select pg_try_advisory_xact_lock(${LOCKS.firstStart}) as ok`).ok;
    while (!(await claim())) await Bun.sleep(RETRY_MS);
    return { result: await work() };
  });
  return done.result as T;
}

/**
 * True when a replica has every transaction committed until `since` (epoch ms): it has applied everything received
 * from a connected primary, or its last applied transaction is newer. True for a server that is no replica.
 */
export async function hasCaughtUp(sql: Sql, since: number): Promise<boolean> {
  const rows = await sql<{ ok: boolean | null }[]>`
    select case when not pg_is_in_recovery() then true else
      (pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() and exists (select from pg_stat_wal_receiver))
      or pg_last_xact_replay_timestamp() > ${new Date(since)} end as ok`;
  return one(rows).ok === true;
}

/** Returns when `replay` began, epoch ms; stores `now` for a new replay. Processes that start together get one time. */
export async function replayStart(sql: Queryable, replay: string, now: number): Promise<number> {
  await sql`insert into file_market_starts (market, started_at) values (${replay}, ${new Date(now)})
    on conflict do nothing`;
  const rows = await sql<{ started_at: Date }[]>`
    select started_at from file_market_starts where market = ${replay}`;
  return one(rows).started_at.getTime();
}
