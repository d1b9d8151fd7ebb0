/**
 * The share of a day's volume that a season allows one trader (docs/decisions/061). Pure. Quantities are micro-shares, a day is the
 * UTC date of a fill's price in days since 1970.
 */
import { add, type QuantityMicros, quantityMicros, subtract } from '../money/units.ts';

const DAY_MS = 86_400_000;

/**
 * The volume that limits a trader's fills of a symbol on a day, and the shares that the trader has bought and sold that
 * day.
 */
export type DayShare = {
  /** Volume of the last session before the day; null: unknown. */
  volume: QuantityMicros | null;
  traded: QuantityMicros;
};

/** The numbers of a `DayShare` for several symbols and days, by `dayKey`. */
export type DayShares = {
  volumes: ReadonlyMap<string, QuantityMicros>;
  traded: ReadonlyMap<string, QuantityMicros>;
  /** Returns the time of the price at which a symbol's orders fill at an instant, both epoch ms of the market's clock. */
  pricedAt(symbol: string, at: number): number;
};

export const inMicros = (shares: bigint | number): QuantityMicros =>
  quantityMicros(BigInt(shares) * 1_000_000n);

/** Returns the day of a price. @param pricedAt epoch ms of the market's clock */
export const tradingDay = (pricedAt: number): number => Math.floor(pricedAt / DAY_MS);

/** Returns the key of a symbol's day. @param pricedAt epoch ms of the market's clock */
export const dayKey = (symbol: string, pricedAt: number): string => `${symbol} ${tradingDay(pricedAt)}`;

export const dayShareOf = (
  { volumes, traded }: Pick<DayShares, 'volumes' | 'traded'>,
  key: string,
): DayShare => ({ volume: volumes.get(key) ?? null, traded: traded.get(key) ?? 0n });

/** Returns the numbers after one more fill of the trader. */
export const afterFill = (shares: DayShares, key: string, quantity: QuantityMicros): DayShares => ({
  ...shares,
  traded: new Map(shares.traded).set(key, add(shares.traded.get(key) ?? 0n, quantity)),
});

/** Returns the shares that one trader may trade of a symbol on a day; 0 for an unknown volume. @param percent 1 to 100 */
export const volumeLimit = (percent: number, volume: QuantityMicros | null): QuantityMicros =>
  quantityMicros(((volume ?? 0n) * BigInt(percent)) / 100n);

/**
 * Returns the most shares that may still be opened. Closing fills count too, because each sold share also needed a
 * buyer on that day.
 */
export function roomInVolume(percent: number, { volume, traded }: DayShare): QuantityMicros {
  const room = subtract(volumeLimit(percent, volume), traded);
  return room > 0n ? room : 0n;
}
