/** A row of the leaderboard as tables of traders show it. */
import type { TradersRow } from '#components/leaderboard/TradersTable.tsx';
import type { LeaderboardRow } from '#core/leaderboard/row.ts';
import { formatCents, formatChange, formatDollars } from '#core/locale/format.ts';
import type { Cents } from '#core/money/units.ts';
import { returnPercent } from '#core/trading/pnl.ts';

/** @param isRough whether the total is in whole steps */
export function tableRow(row: LeaderboardRow, startCash: Cents, isRough: boolean): TradersRow {
  const { rowNumber, username, place, move, rank, isDisqualified, equity, trades, hasPage, isSimulated } =
    row;
  const change = returnPercent(equity, startCash);
  return {
    userId: row.userId,
    number: rowNumber,
    username,
    place,
    move,
    rank,
    isDisqualified,
    change: { value: change, text: formatChange(change) },
    total: isRough ? formatDollars(equity) : formatCents(equity),
    trades,
    logo: row.logo,
    hasPage,
    isSimulated,
  };
}
