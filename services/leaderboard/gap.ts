/** How far a trader is from better places. */
import type { PlaceGap } from '#components/leaderboard/TradersTable.tsx';
import type { RowFigures } from '#core/leaderboard/row.ts';
import { formatDollars, formatPlace } from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import { type Cents, cents, subtract } from '#core/money/units.ts';
import type { Viewer } from '../account/privacy.ts';
import type { Services } from '../services.ts';

/** Returns how many dollars are missing to a total, rounded up; null when the total is reached. */
function dollarsTo(target: Cents, equity: Cents): string | null {
  const missing = subtract(target, equity);
  return missing > 0n ? formatDollars(cents(((missing + 99n) / 100n) * 100n)) : null;
}

/**
 * Returns how much a trader lacks to the next better place and to the first, by the totals that `viewer` may see; null for the
 * first, without a place and when the season is over.
 * @param row the trader's row as the viewer sees it
 */
export async function placeGap(
  { leaderboard, seasons }: Pick<Services, 'leaderboard' | 'seasons'>,
  viewer: Viewer,
  row: Pick<RowFigures, 'place' | 'equity'> | null,
  locale: Locale,
): Promise<PlaceGap | null> {
  const season = seasons.current();
  if (!row?.place || !season || season.endedAt) return null;
  const ahead = await leaderboard.seenBy(viewer).ahead(row.place);
  if (!ahead) return null;
  const next = ahead.next && dollarsTo(ahead.next.equity, row.equity);
  const hasOneWinner = season.prizeSplit.length === 1;
  const first = dollarsTo(ahead.first, row.equity);
  return {
    next: ahead.next && next ? { place: formatPlace(ahead.next.place, locale), amount: next } : null,
    first: first ? { amount: first, isPrize: hasOneWinner && seasons.practice(season).length === 0 } : null,
  };
}
