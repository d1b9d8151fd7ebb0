/** What the paid community and the course cost: docs/rules/11-pages.md 3, all before VAT, in whole shekels. */
export const PRICES = {
  /** Per month, billed yearly. */
  annual: 79,
  /** A year of `annual`, as the offer states it ("about"). */
  annualPerYear: 949,
  monthly: 109,
  /** Once. */
  fundamentals: 4000,
} as const;

/**
 * A price with VAT, in agorot (1/100 ₪), rounded half-up.
 * @param shekels whole shekels before VAT @param percent VAT, at most 4 decimals
 */
export function withVat(shekels: number, percent: number): number {
  const tenThousandths = Math.round(percent * 10_000);
  return Math.floor((shekels * (1_000_000 + tenThousandths)) / 10_000 + 0.5);
}

/** `₪93.22`, `₪4,720`: the sign before the figure, agorot only when there are any. @param agorot 1/100 ₪ */
export function shekels(agorot: number): string {
  const figure = (agorot / 100).toLocaleString('en-US', {
    minimumFractionDigits: agorot % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  });
  return `₪${figure}`;
}
