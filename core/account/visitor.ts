import type { Locale } from '../locale/locale.ts';

/** Who is signed in, as far as a page needs to know. Never holds anything secret. */
export type SessionUser = {
  id: number;
  username: string;
  isAdmin: boolean;
  locale: Locale | null;
  /** Id of the logo they wear, as far as it was read with the session. */
  logo?: string | null;
  /** What they have earned, as far as it was read with the session. */
  earned?: { xp: number; level: number; tkf: number };
  /** What keeps them from acting. */
  restriction?: Restriction;
};

/** Reasons why a signed-in user may not act; reading and leaving stay allowed. */
export type Restriction =
  | { kind: 'suspended'; reason: string /** Epoch ms; null: for good. */; until: number | null }
  | { kind: 'newName'; reason: string }
  /** Deletion was requested. `until`: when it is carried out, epoch ms. */
  | { kind: 'leaving'; until: number };

/** What of a user's row restricts them; the database's infinity reads as no valid date. */
export type RestrictionRow = {
  leaves_at: Date | null;
  suspended_until: Date | null;
  suspended_reason: string | null;
  name_fault: string | null;
};

/** @param now epoch ms */
export function restrictionOf(facts: RestrictionRow, now: number): Restriction | null {
  const { leaves_at, suspended_until, suspended_reason, name_fault } = facts;
  if (leaves_at) return { kind: 'leaving', until: leaves_at.getTime() };
  const until = suspended_until?.getTime() ?? Number.NEGATIVE_INFINITY;
  if (Number.isNaN(until) || until > now)
    return { kind: 'suspended', reason: suspended_reason ?? '', until: Number.isNaN(until) ? null : until };
  return name_fault === null ? null : { kind: 'newName', reason: name_fault };
}
