/** The copy of the leaderboard a starting process shows first. */
import type { Totals } from '#core/leaderboard/leaderboard.ts';
import type { Queryable, Sql } from '../../client.ts';
import type { PassHead } from './passes.ts';

/** @param parts.rows as `restoreLeaderboard` takes them */
export async function writeStoredTable(
  sql: Sql,
  pass: PassHead,
  { traders, ranked, disqualified }: Totals,
  parts: readonly Uint8Array[],
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`delete from stored_leaderboard`;
    for (const [part, rows] of parts.entries()) {
      await tx`
        insert into stored_leaderboard (part, generation, season_id, made_at, sampled_at, traders, ranked, disqualified, rows)
        values (${part}, ${pass.generation}, ${pass.seasonId}, ${new Date(pass.madeAt)}, ${new Date(pass.sampledAt)},
          ${traders}, ${ranked}, ${disqualified}, ${rows})`;
    }
  });
}

/** The copy, if it is of this season. */
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
      ...{ generation: Number(first.generation), seasonId, frozen: false },
      ...{ madeAt: first.made_at.getTime(), sampledAt: first.sampled_at.getTime() },
    },
    totals: { traders, ranked, disqualified },
    parts: rows.map((row) => row.rows),
  };
}
