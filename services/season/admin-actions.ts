/** Admins' actions on the season. Start, end and reset make a ranking pass before they respond. */

import type { AffectedTrader } from '#components/admin/measure-parts.tsx';
import { usernameKey } from '#core/account/username.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { wireDetails } from '#core/contract/season.ts';
import { formatCents, formatNumber } from '#core/locale/format.ts';
import { findTrader, namesAndLogos } from '#db/queries/leaderboard/traders.ts';
import { resultCounts, resultOf } from '#db/queries/season/results.ts';
import { type SeasonRow, tookPart } from '#db/queries/season/seasons.ts';
import type { Services } from '../services.ts';
import type { Edit } from './edit-season.ts';
import { tryReasoned } from './season-terms.ts';

type Parts = Pick<Services, 'seasons' | 'leaderboard'>;

/**
 * Starts or ends the season.
 * @param season number of the newest season on the admin's page
 * @throws ALREADY_ACTIVE, NOT_ACTIVE, CHANGED_MEANWHILE, UNAVAILABLE, SPLIT_CHECK
 */
export async function adminToggle(
  { seasons, leaderboard }: Parts,
  admin: SessionUser,
  active: boolean,
  season?: number,
): Promise<void> {
  await (active ? seasons.start(admin.id, season) : seasons.end(admin.id, season));
  await leaderboard.rankNow();
}

/** @param season number of the newest season; another number resets nothing, so that a repeated call changes nothing */
export async function adminReset(parts: Parts, admin: SessionUser, season?: number): Promise<void> {
  await parts.seasons.reset(admin.id, season);
  await parts.leaderboard.rankNow();
}

/** @throws the codes of `seasons.update` */
export async function adminUpdate(parts: Parts, admin: SessionUser, change: Edit) {
  return wireDetails(await parts.seasons.update(change, admin.id));
}

/** @throws the codes of `seasons.update`; INVALID without a reason that the edit needs */
export async function adminReasonedUpdate(parts: Parts, admin: SessionUser, change: Edit) {
  await tryReasoned(parts, change, admin.id);
  return await adminUpdate(parts, admin, change);
}

/**
 * Reads the trader whom a measure names, with the place in a season.
 * @param season null: the newest season, even if the trader is not in it
 * @returns null for an unknown name, for a trader who is not in `season`, and before the end of `season` for an admin
 */
export async function readAffected(
  { sql, leaderboard, seasons }: Pick<Services, 'sql' | 'leaderboard' | 'seasons'>,
  username: string,
  season: SeasonRow | null,
): Promise<AffectedTrader | null> {
  const trader = await findTrader(sql, usernameKey(username), { isForStaff: true });
  if (!trader || (trader.isAdmin && !season?.endedAt)) return null;
  if (season && !(await tookPart(sql, season, trader.id))) return null;
  const isNewest = season === null || season.id === seasons.current()?.id;
  const [standing, faces, traders] = await Promise.all([
    isNewest ? leaderboard.mine(trader.id) : resultOf(sql, season.id, trader.id),
    namesAndLogos(sql, [trader.id]),
    isNewest ? leaderboard.state().traders : resultCounts(sql, season.id).then((counts) => counts.traders),
  ]);
  return {
    username: trader.username,
    logo: faces.get(trader.id)?.logo ?? null,
    place: standing?.place ? formatNumber(standing.place) : null,
    traders: formatNumber(traders),
    equity: standing ? formatCents(standing.equity) : null,
  };
}
