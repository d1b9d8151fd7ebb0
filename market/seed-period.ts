/** The seeds of the simulated tape: the names of seed periods, and how seeds are drawn. */
import { hkdfSync, randomBytes } from 'node:crypto';
import { SEED_BYTES } from './simulated/random.ts';

/** `season`: number of the season that the period opens, 0 for none. `period`: its number among all periods, from 0. */
export type SeedPeriodPlace = { season: number; period: number };

/** Returns the name of a seed period, as input to the derivation and the encryption of its seed. */
export const placeText = ({ season, period }: SeedPeriodPlace): string =>
  `paperpit epoch ${season} ${period}`;

/**
 * Returns the seed of a period: 32 random bytes. With MARKET_SEED it is derived by HKDF-SHA-256 (RFC 5869, no salt,
 * `placeText` as info), so that a published seed reveals nothing about the others.
 */
export function periodSeed(place: SeedPeriodPlace, marketSeed?: string): Uint8Array {
  if (marketSeed === undefined) return randomBytes(SEED_BYTES);
  return new Uint8Array(hkdfSync('sha256', marketSeed, '', placeText(place), SEED_BYTES));
}
