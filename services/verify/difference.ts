/** The error of a season that differs: a sentence about the first wrong row. */
import type { OrderEventRow } from '#db/queries/proof/verify.ts';

export class SeasonDiffersError extends Error {
  override name = 'SeasonDiffersError';
}

/**
 * Throws when a stored row has a wrong value.
 * @param row names it at the beginning of the sentence
 * @param is and `should` have the same keys
 */
export function compare<T extends Record<string, unknown>>(row: string, is: T, should: T): void {
  for (const key of Object.keys(should)) {
    if (is[key] !== should[key])
      throw new SeasonDiffersError(`${row} has ${key} ${is[key]}; it should be ${should[key]}.`);
  }
}

/** Returns the name of an order, for the beginning of a sentence. */
export function nameOfOrder({
  orderId,
  username,
  terms,
}: Pick<OrderEventRow, 'orderId' | 'username' | 'terms'>): string {
  const { action, quantity, amount, symbol, type, limit_price, stop_price } = terms;
  const size = quantity ?? (amount === null ? 'all' : `$${amount} of`);
  const levels = [stop_price, limit_price].filter((level) => level !== null).join(' limit ');
  return `Order ${orderId} (${username}: ${action} ${size} ${symbol} ${type} ${levels})`;
}
