/** What a season forbids, so that its contest is won by trading (docs/decisions/051). Pure. */
import { quantityFor } from '../money/money.ts';
import { type Cents, cents, type PriceE4, type QuantityMicros, subtract } from '../money/units.ts';
import type { RulesVersion } from '../season/terms.ts';

export type Rules = {
  /** Shares under this price can be neither bought nor shorted; 0: at any price. */
  minPrice: Cents;
  /** Most of the start cash one symbol may take, whole percent; null: no limit. */
  maxShare: number | null;
  /** A slice earns XP once its position has not grown for this many minutes; 0: at once. */
  minHoldMinutes: number;
  /** Nobody sees the open positions of others. */
  hideOpen: boolean;
};

/** The least minutes of holding for XP until an admin says otherwise; the database begins with them (0021_hold_and_best_day.sql). */
export const DEFAULT_HOLD_MINUTES = 5;

export const NO_RULES: Rules = { minPrice: 0n, maxShare: null, minHoldMinutes: 0, hideOpen: false };

/** What an order is judged by: the season's rules and their version, the start cash they are measured with, its moment (epoch ms). */
export type Terms = { rules: Rules; version: RulesVersion; startCash: Cents; now: number };

export const hasRules = (rules: Rules): boolean =>
  rules.minPrice > 0n || rules.maxShare !== null || rules.minHoldMinutes > 0 || rules.hideOpen;

/** A price (1/10,000 $) the season's shares may be opened at. */
export const isPriceAllowed = (rules: Rules, price: PriceE4): boolean => price >= rules.minPrice * 100n;

/** Most dollars a symbol may be worth, rounded down to a cent; null: no limit. */
export const shareLimit = ({ rules, startCash }: Pick<Terms, 'rules' | 'startCash'>): Cents | null =>
  rules.maxShare === null ? null : cents((startCash * BigInt(rules.maxShare)) / 100n);

/**
 * The most shares that may still be opened. Long or short, a position counts with its market value at the order's
 * price; one that outgrew the limit by its price may be kept, but not increased.
 * @param held shares open on the same side @returns null: no limit
 */
export function roomFor(
  terms: Pick<Terms, 'rules' | 'startCash'>,
  held: QuantityMicros,
  price: PriceE4,
): QuantityMicros | null {
  const limit = shareLimit(terms);
  if (limit === null) return null;
  const room = subtract(quantityFor(limit, price), held);
  return room > 0n ? room : 0n;
}

/** Whether a close earns XP. @param lastIncreasedAt when the position was opened or last increased, epoch ms */
export const earnsXp = (rules: Rules, lastIncreasedAt: number, now: number): boolean =>
  now - lastIncreasedAt >= rules.minHoldMinutes * 60_000;

/** Who sees a trader's open positions: everybody, unless the rules hide them; the trader and admins always. */
export const seesOpen = (rules: Rules, viewer: { id: number; isAdmin: boolean }, traderId: number): boolean =>
  !rules.hideOpen || viewer.isAdmin || viewer.id === traderId;
