/** What a streaming replica says about itself. */
import { one, type Sql } from '../../client.ts';

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
