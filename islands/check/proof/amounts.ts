/** Exact amounts as docs/rules/14-season-bundle.md has them: whole numbers of the last place. */

/** A decimal with this many places as a whole number. @throws RangeError when it has others */
export function whole(text: string, places: number): bigint {
  const parts = /^(-?\d+)(?:\.(\d+))?$/.exec(text);
  if (!parts || (parts[2]?.length ?? 0) !== places) throw new RangeError(text);
  return BigInt(parts[1]! + (parts[2] ?? ''));
}

/** A whole number as a decimal again. */
export function pointed(n: bigint, places: number): string {
  const digits = `${n < 0n ? -n : n}`.padStart(places + 1, '0');
  return `${n < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** n/d rounded half away from zero. */
export function ratio(n: bigint, d: bigint): bigint {
  const size = ((n < 0n ? -n : n) * 2n + d) / (2n * d);
  return n < 0n ? -size : size;
}

/** n/d rounded down, also below zero. */
export const down = (n: bigint, d: bigint): bigint => (n < 0n ? -up(-n, d) : n / d);

/** n/d rounded up; n is not below zero. */
export const up = (n: bigint, d: bigint): bigint => (n + d - 1n) / d;

/** An open position: `q` shares, their average entry, what they took from cash, and `exact`, the sum of price × quantity. */
export type OpenShares = { isShort: boolean; q: bigint; entry: bigint; cost: bigint; exact: bigint };

/** The exact cost of what is left when `q` shares are closed. */
export const exactRest = (held: OpenShares, q: bigint): bigint => up(held.exact * (held.q - q), held.q);

/** Cents that closing `q` shares of a position brings at a price, by the rules of a format. */
export function closingWorth(format: number, price: bigint, q: bigint, held: OpenShares): bigint {
  const { isShort, entry, exact } = held;
  if (format === 1)
    return isShort ? ratio((2n * entry - price * 10_000n) * q, 10n ** 12n) : ratio(price * q, 10n ** 8n);
  return down(isShort ? 2n * (exact - exactRest(held, q)) - price * q : price * q, 10n ** 8n);
}
