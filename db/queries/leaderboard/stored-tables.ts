/** Stored leaderboards: the copy that a starting process shows, and the snapshots. */
import type { Totals } from '#core/leaderboard/leaderboard.ts';
import type { Queryable, Sql } from '../../client.ts';
import type { PassHead } from './passes.ts';

/** @param parts bytes for `restoreLeaderboard` */
export async function writeStoredTable(
  sql: Sql,
  pass: PassHead,
  { traders, ranked, disqualified }: Totals,
  parts: readonly Uint8Array[],
): Promise<void> {
  await sql.begin(async (tx) => {
    // without the lock, two concurrent passes could both delete nothing and then insert the same parts
    await tx`lock table stored_leaderboard in share row exclusive mode`;
    await tx`delete from stored_leaderboard`;
    for (const [part, rows] of parts.entries()) {
      await tx`
        insert into stored_leaderboard (part, generation, season_id, made_at, sampled_at, traders, ranked, disqualified, rows)
        values (${part}, ${pass.generation}, ${pass.seasonId}, ${new Date(pass.madeAt)}, ${new Date(pass.sampledAt)},
          ${traders}, ${ranked}, ${disqualified}, ${rows})`;
    }
  });
}

/** @returns null without a copy of this season */
export async function readStoredTable(
  sql: Queryable,
  seasonId: number,
): Promise<{ pass: PassHead; totals: Totals; parts: Uint8Array[] } | null> {
  type Raw = Totals & { generation: bigint; made_at: Date; sampled_at: Date; rows: Uint8Array };
  const rows = await sql<Raw[]>`
    select generation, made_at, sampled_at, traders, ranked, disqualified, rows from stored_leaderboard
    where season_id = ${seasonId} order by part`;
  const [first] = rows;
  if (!first) return null;
  const { traders, ranked, disqualified } = first;
  return {
    pass: {
      generation: Number(first.generation),
      seasonId,
      frozen: false,
      madeAt: first.made_at.getTime(),
      sampledAt: first.sampled_at.getTime(),
    },
    totals: { traders, ranked, disqualified },
    parts: rows.map((row) => row.rows),
  };
}

type LateTable = { madeAt: number; generation: number; totals: Totals; parts: Uint8Array[] };

/** @returns times of the snapshots, epoch ms, newest first */
export async function lateMoments(sql: Sql, seasonId: number): Promise<number[]> {
  const rows = await sql<{ madeAt: Date }[]>`
    select made_at as "madeAt" from late_leaderboards where season_id = ${seasonId} and part = 0 order by made_at desc`;
  return rows.map(({ madeAt }) => madeAt.getTime());
}

/** @param madeAt epoch ms @returns null when the snapshot was deleted */
export async function readLateTable(sql: Sql, seasonId: number, madeAt: number): Promise<LateTable | null> {
  const rows = await sql<(Totals & { generation: bigint; rows: Uint8Array })[]>`
    select generation, traders, ranked, disqualified, rows from late_leaderboards
    where season_id = ${seasonId} and made_at = ${new Date(madeAt)} order by part`;
  const [first] = rows;
  if (!first) return null;
  const { traders, ranked, disqualified } = first;
  return {
    madeAt,
    generation: Number(first.generation),
    totals: { traders, ranked, disqualified },
    parts: rows.map((row) => row.rows),
  };
}

/**
 * Stores a snapshot. Deletes the snapshots of other seasons, and the snapshots made before `keepFrom`, except the
 * snapshot made at `keepAt` (both epoch ms).
 */
export async function writeLateTable(
  sql: Sql,
  seasonId: number,
  { madeAt, generation, totals, parts }: LateTable,
  keepFrom: number,
  keepAt: number,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`delete from late_leaderboards where season_id <> ${seasonId}
      or (made_at < ${new Date(keepFrom)} and made_at <> ${new Date(keepAt)})`;
    for (const [part, rows] of parts.entries())
      await tx`
        insert into late_leaderboards (made_at, part, generation, season_id, traders, ranked, disqualified, rows)
        values (${new Date(madeAt)}, ${part}, ${generation}, ${seasonId}, ${totals.traders}, ${totals.ranked},
          ${totals.disqualified}, ${rows}) on conflict do nothing`;
  });
}
