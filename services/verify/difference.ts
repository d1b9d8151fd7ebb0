/** The first row of a season that is not what it should be, as a sentence. */
import type { OrderEventRow } from '#db/queries/proof/verify.ts';

export class SeasonDiffersError extends Error {
  override name = 'SeasonDiffersError';
}

/**
 * Throws when a written row has a value it should not have.
 * @param row names it at the beginning of the sentence @param is and `should` have the same keys
 */
export function compare<T extends Record<string, unknown>>(row: string, is: T, should: T): void {
  for (const key of Object.keys(should)) {
    if (is[key] !== should[key])
      throw new SeasonDiffersError(`${row} has ${key} ${is[key]}; it should be ${should[key]}.`);
  }
}

/** An order as a sentence begins with it. */
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
