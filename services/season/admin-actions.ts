/** Admins' actions on the season: each changes it and makes a ranking pass before the response. */
import type { SessionUser } from '#core/account/visitor.ts';
import { type UpdateCompetition, wireDetails } from '#core/contract/season.ts';
import type { PrizeSplit } from '#core/season/prizes.ts';
import type { Services } from '../services.ts';

type Parts = Pick<Services, 'seasons' | 'leaderboard'>;

/** @throws ALREADY_ACTIVE, NOT_ACTIVE, UNAVAILABLE */
export async function adminToggle(parts: Parts, admin: SessionUser, active: boolean): Promise<void> {
  await (active ? parts.seasons.start(admin.id) : parts.seasons.end(admin.id));
  await parts.leaderboard.pass(true);
}

export async function adminReset(parts: Parts, admin: SessionUser): Promise<void> {
  await parts.seasons.reset(admin.id);
  await parts.leaderboard.pass(true);
}

/** @throws INVALID */
export async function adminUpdate(
  parts: Parts,
  admin: SessionUser,
  change: UpdateCompetition | { prizeSplit: PrizeSplit } | { reviewHours: number },
) {
  return wireDetails(await parts.seasons.update(change, admin.id));
}
