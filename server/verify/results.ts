/** The final table as it must be, computed from the fills, against the one that was written. */
import { readCents, writeCents } from '#core/money.ts';
import { rankOf } from '#core/ranks.ts';
import { beginReplay, type Replayed, replayedEquity } from '#core/replay.ts';
import type { Sql } from '#db/client.ts';
import { type Result, resultRows } from '#db/queries/results.ts';
import type { SeasonRow } from '#db/queries/seasons.ts';
import type { AccountRow } from '#db/queries/verify.ts';
import { compare, SeasonDiffersError } from './difference.ts';

type Standing = {
  result: Result;
  equity: bigint;
  realised: bigint;
  trades: number;
  /** Counts in the ranking. */
  counts: boolean;
  isOut: boolean;
  last: number;
};

const ALL = 2_147_483_647;

/** @param marks the season's last prices @returns how many rows were checked @throws SeasonDiffersError */
export async function checkResults(
  sql: Sql,
  season: SeasonRow,
  accounts: readonly AccountRow[],
  played: ReadonlyMap<number, Replayed>,
  marks: ReadonlyMap<string, bigint>,
): Promise<number> {
  const results = await resultRows(sql, season.id, 1, ALL);
  const there = new Set(results.map((r) => r.userId));
  const missing = accounts.find((a) => !a.isAdmin && !there.has(a.userId));
  if (missing) throw new SeasonDiffersError(`The result of ${missing.username} is missing.`);
  const table = results.map((result): Standing => {
    const account = played.get(result.userId) ?? beginReplay(readCents(season.startCash));
    const isOut = result.disqualified !== null;
    return {
      result,
      equity: replayedEquity(account, marks),
      realised: account.realised,
      trades: account.trades,
      counts: account.trades > 0 && !isOut,
      isOut,
      last: account.lastTradeAt ?? Number.POSITIVE_INFINITY,
    };
  });
  table.sort(
    (a, b) =>
      Number(b.counts) - Number(a.counts) ||
      Number(a.isOut) - Number(b.isOut) ||
      higherFirst(a.equity, b.equity) ||
      higherFirst(a.realised, b.realised) ||
      (a.last === b.last ? 0 : a.last - b.last) ||
      a.result.userId - b.result.userId,
  );
  checkPlaces(table);
  return table.length;
}

const higherFirst = (a: bigint, b: bigint) => (a > b ? -1 : a < b ? 1 : 0);

function checkPlaces(table: readonly Standing[]): void {
  const ranked = table.filter((s) => s.counts).length;
  let place = 0;
  table.forEach((s, i) => {
    const isTie = s.counts && i > 0 && table[i - 1]!.equity === s.equity;
    if (!isTie) place = i + 1;
    let worst = i + 1;
    while (worst < ranked && table[worst]!.equity === s.equity) worst++;
    const { result: r } = s;
    compare(
      `The result of ${r.username} (place ${r.place})`,
      {
        ...{ equity: r.equity, realised: r.realised, trades: r.trades, ranked: r.ranked },
        ...{ row: r.rowNumber, place: r.place, rank: r.rank as string },
      },
      {
        equity: writeCents(s.equity),
        realised: writeCents(s.realised),
        trades: s.trades,
        ranked: s.counts,
        row: i + 1,
        place,
        rank: s.counts ? rankOf(place, worst, ranked) : 'CADET',
      },
    );
  });
}
