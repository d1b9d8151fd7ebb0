import type { AnnouncementKind, AnnouncementText } from '../announcements/announcements.ts';
import { addressOf } from '../contract/address.ts';
import type { Locale } from '../locale/locale.ts';

/** Returns the page on which a guest gives the account a name and a sign-in. @param next the page afterwards; absent: home */
export const keepPath = (next?: string) => addressOf('/auth', { tab: 'keep', next });

/** This cookie hides the bar that offers to keep the account. Its value is the id of the guest who closed the bar. */
export const GUEST_BAR_COOKIE = 'guest-bar';

/** The signed-in account as pages get it, without secrets. */
export type SessionUser = {
  id: number;
  username: string;
  isAdmin: boolean;
  /** True for a guest, who trades in practice alone; absent for everyone else. */
  isGuest?: true;
  /** True for an admin and for a moderator; absent for everyone else. */
  isStaff?: boolean;
  /** True for staff who must set up a second factor before they can open the staff's pages. */
  needsFactor?: boolean;
  locale: Locale | null;
  /** True for a member of the community (services/account/membership.ts). */
  isCommunityMember?: boolean;
  /** Id of the logo; absent when it was not read with the session. */
  logo?: string | null;
  /** XP, level and TKF; absent when they were not read with the session. */
  earned?: { xp: number; level: number; tkf: number };
  /** The number of unread messages and reported traders, for staff; absent for everyone else. */
  waiting?: number;
  /** The number of unread notifications, counted up to 100; absent without one. */
  unread?: number;
  /** The newest announcement that the reader has not read; absent without one. */
  notice?: AnnouncementNotice;
  restriction?: Restriction;
};

/** An announcement for the top of each page. `id`: the id of the reader's notification. */
export type AnnouncementNotice = {
  id: string;
  kind: AnnouncementKind;
  season: number | null;
  title: AnnouncementText;
  message: AnnouncementText;
};

/**
 * Why a signed-in account may not make most changes (services/reports/reports.ts `demandFreedom`). The account may
 * still read.
 */
export type Restriction =
  | { kind: 'suspended'; reason: string /** Epoch ms; null: for ever. */; until: number | null }
  | { kind: 'newName'; reason: string }
  /** Deletion was requested. `until`: the instant of the deletion, epoch ms. */
  | { kind: 'leaving'; until: number };

/** The columns that restrict an account. The driver reads the database's infinity as an invalid date. */
export type RestrictionRow = {
  leaves_at: Date | null;
  suspended_until: Date | null;
  suspended_reason: string | null;
  name_fault: string | null;
};

/** Returns the restriction of an account; null without one. @param now epoch ms */
export function restrictionOf(row: RestrictionRow, now: number): Restriction | null {
  const { leaves_at, suspended_until, suspended_reason, name_fault } = row;
  if (leaves_at) return { kind: 'leaving', until: leaves_at.getTime() };
  const until = suspended_until?.getTime() ?? Number.NEGATIVE_INFINITY;
  if (Number.isNaN(until) || until > now)
    return { kind: 'suspended', reason: suspended_reason ?? '', until: Number.isNaN(until) ? null : until };
  return name_fault === null ? null : { kind: 'newName', reason: name_fault };
}
