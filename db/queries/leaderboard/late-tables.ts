/** Snapshots of the leaderboard, shown to other traders while a season hides open positions. */
import type { Totals } from '#core/leaderboard/leaderboard.ts';
import type { Sql } from '../../client.ts';

export type LateTable = { madeAt: number; generation: number; totals: Totals; parts: Uint8Array[] };

/** Returns when the snapshots of a season were taken, epoch ms, newest first. */
export async function lateMoments(sql: Sql, seasonId: number): Promise<number[]> {
  const rows = await sql<{ madeAt: Date }[]>`
    select made_at as "madeAt" from late_leaderboards where season_id = ${seasonId} and part = 0 order by made_at desc`;
  return rows.map(({ madeAt }) => madeAt.getTime());
}

/** Returns the snapshot taken at `madeAt` (epoch ms); null when it is deleted. */
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

/** Stores a snapshot; deletes those of other seasons and those older than `keepFrom` (epoch ms). */
export async function writeLateTable(
  sql: Sql,
  seasonId: number,
  { madeAt, generation, totals, parts }: LateTable,
  keepFrom: number,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`delete from late_leaderboards where season_id <> ${seasonId} or made_at < ${new Date(keepFrom)}`;
    for (const [part, rows] of parts.entries())
      await tx`
        insert into late_leaderboards (made_at, part, generation, season_id, traders, ranked, disqualified, rows)
        values (${new Date(madeAt)}, ${part}, ${generation}, ${seasonId}, ${totals.traders}, ${totals.ranked},
          ${totals.disqualified}, ${rows}) on conflict do nothing`;
  });
}
