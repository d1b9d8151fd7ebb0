/** Checks the stored final table against the one computed from the fills. */
import type { PriceE4 } from '#core/money/units.ts';
import { hasDecisions } from '#core/season/terms.ts';
import type { Replayed } from '#core/trading/audit.ts';
import type { Sql } from '#db/client.ts';
import { bundleAwards } from '#db/queries/proof/bundle.ts';
import type { AccountRow } from '#db/queries/proof/verify.ts';
import { resultRows, type SeasonResult } from '#db/queries/season/results.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import { AwardCheck } from '#proof/awards.ts';
import { stopAtFirst } from '#proof/difference.ts';
import { checkTable } from '#proof/table.ts';
import { winnerLines } from '../proof/winners.ts';

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
  const rows = checkTable(season, participants, results, played, marks, stopAtFirst);
  await checkAwards(sql, season, results, played);
  return rows;
}

/** Checks disqualifications and awards against the decisions about the season. @throws SeasonDiffersError */
async function checkAwards(
  sql: Sql,
  season: SeasonRow,
  results: readonly SeasonResult[],
  played: ReadonlyMap<number, Replayed>,
): Promise<void> {
  const { endedAt, prizePool, rulesVersion } = season;
  if (!endedAt || !hasDecisions(rulesVersion)) return;
  const check = new AwardCheck({ ...season, endedAt }, stopAtFirst);
  check.setEligibility(season);
  for (const line of await winnerLines(sql, season)) {
    if (line.kind === 'prize') check.addPrize(line.values);
    else check.addDecision(line.values);
  }
  for (const award of await bundleAwards(sql, season.id)) check.addAward(award);
  const standings = results.map(({ userId, rowNumber, place, ranked, disqualified }) => ({
    row: rowNumber,
    trader: userId,
    place: ranked ? place : null,
    isOut: disqualified !== null,
  }));
  const names = new Map(results.map(({ userId, username }) => [userId, username]));
  check.close(standings, (id) => names.get(id) ?? `trader ${id}`, prizePool, played);
}
