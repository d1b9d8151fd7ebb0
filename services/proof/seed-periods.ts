/**
 * The tape's seed periods with their seeds. With SECRET_KEY a seed is encrypted until it is public: nobody can derive
 * future prices from the database or a copy of it.
 */
import type { Queryable, Sql } from '#db/client.ts';
import * as rows from '#db/queries/season/seasons.ts';
import { type SeedPeriodRow, seedPeriodRows, storeSeed } from '#db/queries/season/seed-periods.ts';
import * as sealing from '#framework/http/signing.ts';
import { purposeKey } from '#framework/http/signing.ts';
import { placeText, type SeedPeriodPlace } from '#market/seed-period.ts';
import { type Settings, SettingsError } from '../platform/settings.ts';

export type UnsealedSeedPeriod = SeedPeriodRow & { seed: Uint8Array };

/** Encrypts and decrypts seeds. A seed is bound to its row and cannot be decrypted in another. */
export type Vault = {
  seal(place: SeedPeriodPlace, seed: Uint8Array): Uint8Array;
  /** @throws SettingsError when it was sealed with another key or in another row */
  open(place: SeedPeriodPlace, sealed: Uint8Array): Uint8Array;
};

/** @returns null without a SECRET_KEY */
export function createVault(secretKey: string | undefined): Vault | null {
  if (secretKey === undefined) return null;
  const key = purposeKey(Buffer.from(secretKey), 'paperpit tape seeds');
  const dataOf = (place: SeedPeriodPlace) => Buffer.from(placeText(place));
  return {
    seal: (place, seed) => sealing.seal(key, dataOf(place), seed),
    open(place, sealed) {
      try {
        return sealing.unseal(key, dataOf(place), sealed);
      } catch {
        throw new SettingsError('SECRET_KEY is not the key that the seeds of prices were encrypted with.');
      }
    },
  };
}

/** @throws SettingsError naming SECRET_KEY when `vault` cannot decrypt the seed */
export function openSeed(period: SeedPeriodRow, vault: Vault | null): Uint8Array {
  const { season, number, seed, sealedSeed } = period;
  if (seed) return seed;
  if (!vault) throw new SettingsError('SECRET_KEY must be set: the seeds of prices are encrypted with it.');
  return vault.open({ season, period: number }, sealedSeed!);
}

/** Returns all seed periods, oldest first. @throws SettingsError as `openSeed` does */
export async function readSeedPeriods(sql: Queryable, vault: Vault | null): Promise<UnsealedSeedPeriod[]> {
  const seedPeriods = await seedPeriodRows(sql);
  return seedPeriods.map((period) => ({ ...period, seed: openSeed(period, vault) }));
}

/** True when seed `i` may be public: a later seed is in effect, so seed `i` gives no future price. */
export const isPublic = (seedPeriods: readonly SeedPeriodRow[], i: number, now: number): boolean => {
  const next = seedPeriods[i + 1];
  return next !== undefined && next.effectiveFrom <= now;
};

/**
 * Rewrites the stored seeds for `now` (epoch ms): in clear when they are public or without SECRET_KEY, else encrypted.
 * @throws SettingsError naming SECRET_KEY, without any change, when a seed is encrypted and SECRET_KEY is missing or is
 * another key
 */
export async function keepSeeds(sql: Sql, { secretKey }: Pick<Settings, 'secretKey'>, now: number) {
  const vault = createVault(secretKey);
  await sql.begin(async (tx) => {
    await rows.lockSeasons(tx);
    const seedPeriods = await readSeedPeriods(tx, vault);
    for (const [i, { id, season, number, seed, sealedSeed }] of seedPeriods.entries()) {
      const isSealed = sealedSeed !== null;
      const toSeal = vault !== null && !isPublic(seedPeriods, i, now);
      if (isSealed === toSeal) continue;
      const sealed = toSeal ? vault.seal({ season, period: number }, seed) : null;
      await storeSeed(tx, id, sealed ? { sealed } : { seed });
    }
  });
}

/** `hash`: SHA-256. `seed`: null until a later seed is in effect. Both hex. `from`: epoch ms. */
type Commitment = { from: number; hash: string; seed: string | null };

export type SeedSpan = { id: number; startedAt: Date | null; endedAt: Date | null };

/**
 * Returns the hashes of a season's seeds, oldest first, and each seed once a later seed is in effect. They include the
 * seed of the period before, which prices follow until the season's seed takes effect at a whole minute.
 * @param now epoch ms
 */
export async function commitments(
  sql: Sql,
  vault: Vault | null,
  { id, startedAt, endedAt }: SeedSpan,
  now: number,
): Promise<Commitment[]> {
  const all = await seedPeriodRows(sql);
  const [from, to] = [startedAt?.getTime() ?? Infinity, endedAt?.getTime() ?? Infinity];
  return all.flatMap((period, i) => {
    const isMeant = period.effectiveFrom <= to && (all[i + 1]?.effectiveFrom ?? Infinity) > from;
    if (period.seasonId !== id && !isMeant) return [];
    const seed = isPublic(all, i, now) ? openSeed(period, vault).toHex() : null;
    return [{ from: period.effectiveFrom, hash: period.hash.toHex(), seed }];
  });
}
