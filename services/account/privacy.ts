/** What others see of a trader while the season's rules hide open positions. */

import type { SessionUser } from '#core/account/visitor.ts';
import type { OthersProfile, WireProfile } from '#core/contract/schemas/account.ts';
import { type Cents, cents, divRound } from '#core/money/units.ts';
import { seesOpen } from '#core/trading/season-rules.ts';
import type { Seasons } from '../season/seasons.ts';

export type Viewer = Pick<SessionUser, 'id' | 'isAdmin'>;
/** Who reads without being signed in. */
export const VISITOR: Viewer = { id: 0, isAdmin: false };
type Newest = Pick<Seasons, 'current' | 'details'>;

/**
 * Whether `viewer` may see a trader's cash, exact total and equity over time: what is held follows from them. Not while
 * the rules hide open positions; a season that is over has nothing to hide.
 */
export function seesFigures(seasons: Newest, viewer: Viewer, traderId: number): boolean {
  return !hides(seasons) || seesOpen(seasons.details().rules, viewer, traderId);
}

/** Whether the figures of all others are hidden from this viewer. */
export const hidesOthers = (seasons: Newest, viewer: Pick<Viewer, 'isAdmin'>): boolean =>
  hides(seasons) && !viewer.isAdmin;

const hides = (seasons: Newest): boolean => seasons.details().rules.hideOpen && !seasons.current()?.endedAt;

/** A total as others see it: cents rounded half up to whole dollars. */
export const inDollars = (amount: Cents): Cents => cents(divRound(amount, 100n) * 100n);

/** A trader's profile as `viewer` sees it. Only admins, and the user, see whether somebody is an admin. */
export function profileSeenBy(seasons: Newest, viewer: Viewer, profile: WireProfile): OthersProfile {
  const { isAdmin, balance, ...rest } = profile;
  return {
    ...rest,
    ...((viewer.isAdmin || viewer.id === profile.userId) && { isAdmin }),
    balance: seesFigures(seasons, viewer, profile.userId) ? balance : null,
  };
}
