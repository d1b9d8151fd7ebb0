/** Checks the stored final table against the one computed from the fills. */
import type { PriceE4 } from '#core/money/units.ts';
import type { Replayed } from '#core/trading/audit.ts';
import type { Sql } from '#db/client.ts';
import type { AccountRow } from '#db/queries/proof/verify.ts';
import { resultRows } from '#db/queries/season/results.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import { stopAtFirst } from '#proof/difference.ts';
import { checkTable } from '#proof/table.ts';

const ALL = 2_147_483_647;

/**
 * Checks the results of a stored season.
 * @param marks the season's last prices
 * @returns how many rows were checked
 * @throws SeasonDiffersError
 */
export async function checkResults(
  sql: Sql,
  season: SeasonRow,
  accounts: readonly AccountRow[],
  played: ReadonlyMap<number, Replayed>,
  marks: ReadonlyMap<string, PriceE4>,
): Promise<number> {
  const results = await resultRows(sql, season.id, 1, ALL);
  // traders who joined after the end take no part
  const late = (openedAt: Date | null) =>
    openedAt !== null && season.endedAt !== null && openedAt > season.endedAt;
  const participants = accounts.filter(({ openedAt }) => !late(openedAt));
  return checkTable(season, participants, results, played, marks, stopAtFirst);
}
