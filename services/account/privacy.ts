/** The parts of another trader's data that a viewer may read. */

import { mayReadPage } from '#core/account/permissions.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import type { OthersProfile, WireProfile } from '#core/contract/account.ts';
import { readXp, toNumber, XP_DIGITS } from '#core/money/money.ts';
import { type Cents, cents, divRound, subtract, type XpCents, xpCents } from '#core/money/units.ts';
import { LEVEL_REWARD_TKF, levelFor, xpToNextLevel } from '#core/progress/xp.ts';
import { fail } from '#core/refusals/refusals.ts';
import { seesOpen } from '#core/trading/season-rules.ts';
import type { Sql } from '#db/client.ts';
import { pageReaders } from '#db/queries/account/preferences.ts';
import { xpOutside } from '#db/queries/account/progress.ts';
import type { Slices } from '#db/queries/trading/trades.ts';
import type { Seasons } from '../season/seasons.ts';

export type Viewer = Pick<SessionUser, 'id' | 'isAdmin'>;
export const VISITOR: Viewer = { id: 0, isAdmin: false };

/**
 * True when `viewer` may read more of a trader than the row in the leaderboard. The trader's choice governs page,
 * dialog, calls, picture and curve. See docs/rules/07-accounts.md 8.
 */
export async function mayReadTrader(sql: Sql, viewer: Viewer, traderId: number): Promise<boolean> {
  return mayReadPage(await pageReaders(sql, traderId), traderId, viewer.id === VISITOR.id ? null : viewer);
}

/** @throws UNKNOWN_TRADER when `viewer` may only read the trader's row in the leaderboard */
export async function demandReadable(sql: Sql, viewer: Viewer, traderId: number): Promise<void> {
  if (!(await mayReadTrader(sql, viewer, traderId))) throw fail('UNKNOWN_TRADER');
}

type Newest = Pick<Seasons, 'hidesOpen'>;

/**
 * True when `viewer` may see a trader's cash, exact total and equity over time, which reveal positions. Only the
 * trader and admins may while open positions are hidden. A finished season hides nothing.
 */
export function seesFigures(seasons: Newest, viewer: Viewer, traderId: number): boolean {
  return seesOpen(seasons.hidesOpen(), viewer, traderId);
}

/** True when the figures of all other traders are hidden from this viewer. */
export const hidesOthers = (seasons: Newest, viewer: Pick<Viewer, 'isAdmin'>): boolean =>
  seasons.hidesOpen() && !viewer.isAdmin;

/**
 * Returns the closed slices of a trader that `viewer` may read. While open positions are hidden these are slices of
 * wholly closed positions; while the table is frozen, of positions closed before the freeze.
 */
export function slicesSeenBy(
  seasons: Pick<Seasons, 'hidesOpen' | 'frozenSince'>,
  viewer: Viewer,
  traderId: number,
): Slices {
  if (seesFigures(seasons, viewer, traderId)) return 'all';
  const since = seasons.frozenSince();
  return { closedBefore: since === null ? null : new Date(since) };
}

/** Thousandths of the start cash. */
const STEP = 5n;

/** Returns the step of published totals: 0.5 % of the start cash, cents. */
export const totalStep = (startCash: Cents): Cents => cents((startCash * STEP) / 1000n || 1n);

/** Rounds a total half up to a whole step, cents. Other traders see rounded totals while open positions are hidden. */
export function coarse(amount: Cents, startCash: Cents): Cents {
  const step = totalStep(startCash);
  return cents(divRound(amount, step) * step);
}

/**
 * Returns a trader's profile as `viewer` may read it. While open positions are hidden, the profile has no cash, and XP,
 * level and TKF count the slices of `slicesSeenBy` only. Only admins and the trader see `isAdmin`.
 */
export async function profileSeenBy(
  { sql, seasons }: { sql: Sql; seasons: Pick<Seasons, 'hidesOpen' | 'frozenSince'> },
  viewer: Viewer,
  profile: WireProfile,
): Promise<OthersProfile> {
  const { isAdmin, ...rest } = profile;
  const all = { ...rest, ...((viewer.isAdmin || viewer.id === profile.userId) && { isAdmin }) };
  const slices = slicesSeenBy(seasons, viewer, profile.userId);
  if (slices === 'all') return all;
  const xp = subtract(toXp(profile.xp), readXp(await xpOutside(sql, profile.userId, slices)));
  const level = Math.min(profile.level, levelFor(xp));
  return {
    ...all,
    balance: null,
    xp: toNumber(xp, XP_DIGITS),
    level,
    xpToNextLevel: toNumber(xpToNextLevel(xp), XP_DIGITS),
    tkf: Math.max(0, profile.tkf - (profile.level - level) * LEVEL_REWARD_TKF),
  };
}

const toXp = (xp: number): XpCents => xpCents(BigInt(Math.round(xp * 100)));
