/** The seeds of the simulated tape: the name of a seed period, and how its seed is drawn. */
import { hkdfSync, randomBytes } from 'node:crypto';
import { SEED_BYTES } from './simulated/random.ts';

/** A seed period: the number of the season that it opens (0: none), and its number among all periods, from 0 on. */
export type SeedPeriodPlace = { season: number; period: number };

/** Returns the text that names a seed period when its seed is derived or encrypted. */
export const placeText = ({ season, period }: SeedPeriodPlace): string =>
  `paperpit epoch ${season} ${period}`;

/**
 * Returns the seed of a seed period: 32 random bytes, or with MARKET_SEED derived from it by HKDF-SHA-256 (RFC 5869, no
 * salt, `placeText` as info), so that a published seed reveals nothing about the others.
 */
export function periodSeed(place: SeedPeriodPlace, marketSeed?: string): Uint8Array {
  if (marketSeed === undefined) return randomBytes(SEED_BYTES);
  return new Uint8Array(hkdfSync('sha256', marketSeed, '', placeText(place), SEED_BYTES));
}
