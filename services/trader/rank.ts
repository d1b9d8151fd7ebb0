/** Reads a trader's rank from the leaderboard, and the progress from the XP that the viewer may see. */
import { type RankData, rankData } from '#core/leaderboard/rank.ts';
import { readXp, toNumber, XP_DIGITS } from '#core/money/money.ts';
import { subtract } from '#core/money/units.ts';
import { fail } from '#core/refusals/refusals.ts';
import { findProgress, xpOutside } from '#db/queries/account/progress.ts';
import { findUser } from '#db/queries/account/users.ts';
import { slicesSeenBy, type Viewer } from '../account/privacy.ts';
import type { Services } from '../services.ts';

/** Returns a trader's rank as `viewer` may see it. @throws UNKNOWN_TRADER */
export async function readRank(
  parts: Pick<Services, 'sql' | 'leaderboard' | 'seasons'>,
  userId: number,
  viewer: Viewer,
): Promise<RankData> {
  const table = parts.leaderboard.seenBy(viewer);
  const [user, progress, row, hiddenXp] = await Promise.all([
    findUser(parts.sql, userId),
    findProgress(parts.sql, userId),
    table.mine(userId),
    xpOutside(parts.sql, userId, slicesSeenBy(parts.seasons, viewer, userId)),
  ]);
  if (!user) throw fail('UNKNOWN_TRADER');
  const { ranked } = table.state();
  const standing = row?.place ? { place: row.place, ranked } : null;
  const xp = toNumber(subtract(readXp(progress.xp), readXp(hiddenXp)), XP_DIGITS);
  return rankData(row?.rank ?? 'CADET', xp, standing);
}
