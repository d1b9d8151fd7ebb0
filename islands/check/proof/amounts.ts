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

/** Cents that closing q shares of a position brings at a price. */
export const closingWorth = (price: bigint, q: bigint, entry: bigint, isShort: boolean): bigint =>
  isShort ? ratio((2n * entry - price * 10_000n) * q, 10n ** 12n) : ratio(price * q, 10n ** 8n);
