/** How far a trader is from better places. */
import type { PlaceGap } from '#components/leaderboard/TradersTable.tsx';
import type { RowFigures } from '#core/leaderboard/row.ts';
import { formatDollars, formatNumber } from '#core/locale/format.ts';
import { readCents } from '#core/money/money.ts';
import { type Cents, cents, subtract } from '#core/money/units.ts';
import type { Viewer } from '../account/privacy.ts';
import type { Services } from '../services.ts';

/** Returns how many dollars are missing to a total, rounded up; null when the total is reached. */
function dollarsTo(target: Cents, equity: Cents): string | null {
  const missing = subtract(target, equity);
  return missing > 0n ? formatDollars(cents(((missing + 99n) / 100n) * 100n)) : null;
}

/**
 * Returns how much a trader lacks to the next better place, and to the last place with a prize or, with a prize already or without
 * any, to place 1, by the totals that `viewer` may see; null for the first, without a place and when the season is over.
 * @param row the trader's row as the viewer sees it
 */
export async function placeGap(
  { leaderboard, seasons }: Pick<Services, 'leaderboard' | 'seasons'>,
  viewer: Viewer,
  row: Pick<RowFigures, 'place' | 'equity'> | null,
): Promise<PlaceGap | null> {
  const season = seasons.current();
  if (!row?.place || !season || season.endedAt) return null;
  const isPaid = readCents(season.prizePool) > 0n && seasons.practice(season).length === 0;
  const prizes = isPaid ? season.prizeSplit.length : 0;
  const isPrize = prizes > 0 && row.place > prizes;
  const ahead = await leaderboard.seenBy(viewer).ahead(row.place, isPrize ? prizes : 1);
  if (!ahead) return null;
  const next = ahead.next && dollarsTo(ahead.next.equity, row.equity);
  const goal = dollarsTo(ahead.goal, row.equity);
  return {
    next: ahead.next && next ? { place: formatNumber(ahead.next.place), amount: next } : null,
    goal: goal ? { place: isPrize ? null : '1', amount: goal } : null,
  };
}
