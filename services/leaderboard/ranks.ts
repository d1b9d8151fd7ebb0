/** The rank every screen shows of a trader: tier from the leaderboard, progress from total XP. */
import { fail } from '#core/contract/errors.ts';
import { type RankData, rankData } from '#core/leaderboard/rank.ts';
import { findProgress } from '#db/queries/progress.ts';
import { findUser } from '#db/queries/users.ts';
import type { Services } from '../services.ts';

/** @throws UNKNOWN_TRADER */
export async function readRank(
  parts: Pick<Services, 'sql' | 'leaderboard'>,
  userId: number,
): Promise<RankData> {
  const [user, progress, row] = await Promise.all([
    findUser(parts.sql, userId),
    findProgress(parts.sql, userId),
    parts.leaderboard.mine(userId),
  ]);
  if (!user) throw fail('UNKNOWN_TRADER');
  const { ranked } = parts.leaderboard.state();
  const standing = row?.place ? { place: row.place, ranked } : null;
  return rankData(row?.rank ?? 'CADET', Number(progress.xp), standing);
}
