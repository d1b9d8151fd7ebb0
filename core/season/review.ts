/** The time in which admins look at the winners of a season before they are final. Pure. */

/** Hours of a season whose admins chose none. */
export const REVIEW_HOURS = 72;
/** 14 days. */
export const MOST_REVIEW_HOURS = 336;
/** A winner has so long to claim the prize. */
export const CLAIM_DAYS = 30;
/** Name and contact of a winner are erased so long after the payment. */
export const CONTACT_DAYS = 30;

const HOUR_MS = 3_600_000;

/**
 * none: the season is not over, or has no prize. provisional: it is over, and no admin has confirmed the winners; this lasts beyond
 * the time that was announced for it.
 */
export type ReviewState = 'none' | 'provisional' | 'confirmed';
export type Review = {
  state: ReviewState;
  /** When the review is to be over; null unless provisional. */
  until: Date | null;
  /** When an admin changed places or prizes after the confirmation. */
  correctedAt: Date | null;
};

/** Returns how far the winners of a season are confirmed. */
export function reviewOf(season: {
  endedAt: Date | null;
  reviewHours: number;
  confirmedAt: Date | null;
  correctedAt: Date | null;
  /** False for a season of practice and one without a prize pool. */
  hasPrizes: boolean;
}): Review {
  const { endedAt, reviewHours, confirmedAt, correctedAt, hasPrizes } = season;
  if (!endedAt || !hasPrizes) return { state: 'none', until: null, correctedAt };
  if (confirmedAt) return { state: 'confirmed', until: null, correctedAt };
  const until = new Date(endedAt.getTime() + reviewHours * HOUR_MS);
  return { state: 'provisional', until, correctedAt };
}
