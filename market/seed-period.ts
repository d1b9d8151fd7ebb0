/** The seeds of the simulated tape: which period a seed is of, and how it is drawn. */
import { hkdfSync, randomBytes } from 'node:crypto';
import { SEED_BYTES } from './simulated/random.ts';

/** Which seed period a seed is of: the number of the season it opens (0: none), and its own among all, from 0 on. */
export type SeedPeriodPlace = { season: number; period: number };

/** Returns the place as text: a seed is derived, and may be encrypted, under it. */
export const placeText = ({ season, period }: SeedPeriodPlace): string =>
  `paperpit epoch ${season} ${period}`;

/**
 * Returns the seed of a seed period: 32 random bytes, or with MARKET_SEED derived from it by HKDF-SHA-256 (RFC 5869, no
 * salt, the place as info), so that a revealed seed tells nothing of another one.
 */
export function periodSeed(place: SeedPeriodPlace, marketSeed?: string): Uint8Array {
  if (marketSeed === undefined) return randomBytes(SEED_BYTES);
  return new Uint8Array(hkdfSync('sha256', marketSeed, '', placeText(place), SEED_BYTES));
}
