/** The review: after a season admins check its winners before these are final. Pure. */

/** Hours of a review unless admins choose others. */
export const REVIEW_HOURS = 72;
/** The longest review: 14 days. */
export const MOST_REVIEW_HOURS = 336;
/** A winner can claim the prize for this long. */
export const CLAIM_DAYS = 30;
/** Name and contact of a winner are erased this long after the payment. */
export const CONTACT_DAYS = 30;

const HOUR_MS = 3_600_000;

/**
 * none: the season is not over, or has no prize. provisional: it is over, and no admin has confirmed the winners, even when the
 * planned review is over.
 */
export type ReviewState = 'none' | 'provisional' | 'confirmed';
export type Review = {
  state: ReviewState;
  /** The planned end of the review; null unless provisional. */
  until: Date | null;
  /** When an admin last changed places or prizes after the confirmation; null: never. */
  correctedAt: Date | null;
};

export function reviewOf(season: {
  endedAt: Date | null;
  reviewHours: number;
  confirmedAt: Date | null;
  correctedAt: Date | null;
  /** False for a practice season, and for a season without a prize pool. */
  hasPrizes: boolean;
}): Review {
  const { endedAt, reviewHours, confirmedAt, correctedAt, hasPrizes } = season;
  if (!endedAt || !hasPrizes) return { state: 'none', until: null, correctedAt };
  if (confirmedAt) return { state: 'confirmed', until: null, correctedAt };
  const until = new Date(endedAt.getTime() + reviewHours * HOUR_MS);
  return { state: 'provisional', until, correctedAt };
}
