/** The prices of the paid community and the course (docs/rules/11-pages.md 3), before VAT, in whole shekels. */
export const PRICES = {
  /** Per month, billed yearly. */
  annual: 79,
  /** A year of `annual` as the offer words it ("about"); 12 × 79 would be 948. */
  annualPerYear: 949,
  monthly: 109,
  /** Paid once. */
  fundamentals: 4000,
} as const;

/**
 * Returns a price with VAT, in agorot (1/100 ₪), rounded half-up.
 * @param shekels whole shekels before VAT @param percent VAT, at most 4 decimals
 */
export function withVat(shekels: number, percent: number): number {
  const tenThousandths = Math.round(percent * 10_000);
  return Math.floor((shekels * (1_000_000 + tenThousandths)) / 10_000 + 0.5);
}

/** Formats an amount: `₪93.22`, without agorot `₪4,720`. @param agorot 1/100 ₪ */
export function shekels(agorot: number): string {
  const figure = (agorot / 100).toLocaleString('en-US', {
    minimumFractionDigits: agorot % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  });
  return `₪${figure}`;
}
