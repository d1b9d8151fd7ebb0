import type { Queryable } from '../../client.ts';

/** From `effectiveFrom` (epoch ms) on, simulated prices follow this seed. `hash`: its SHA-256. */
export type SeedPeriodRow = {
  id: number;
  seasonId: number | null;
  /** Number of the season that the period opens; 0 for none. */
  season: number;
  /** The period's number among all periods, from 0. */
  number: number;
  effectiveFrom: number;
  /** The 32 bytes in clear; null while only `sealedSeed` has them, encrypted (services/proof/seed-periods.ts). */
  seed: Uint8Array | null;
  sealedSeed: Uint8Array | null;
  hash: Uint8Array;
  fromMarketSeed: boolean;
};

/** @returns oldest first */
export async function seedPeriodRows(sql: Queryable): Promise<SeedPeriodRow[]> {
  const rows = await sql<(Omit<SeedPeriodRow, 'effectiveFrom'> & { effectiveFrom: Date })[]>`
    select e.id, e.season_id as "seasonId", coalesce(s.number, 0) as season, e.number,
      e.effective_from as "effectiveFrom", e.seed, e.sealed_seed as "sealedSeed", e.seed_hash as hash,
      e.from_market_seed as "fromMarketSeed"
    from seed_periods e left join seasons s on s.id = e.season_id order by e.effective_from`;
  return rows.map((row) => ({ ...row, effectiveFrom: row.effectiveFrom.getTime() }));
}

export async function addSeedPeriod(
  sql: Queryable,
  period: Omit<SeedPeriodRow, 'id' | 'season'>,
): Promise<void> {
  const { seasonId, number, effectiveFrom, seed, sealedSeed, hash, fromMarketSeed } = period;
  await sql`insert into seed_periods (season_id, number, effective_from, seed, sealed_seed, seed_hash, from_market_seed)
    values (${seasonId}, ${number}, ${new Date(effectiveFrom)}, ${seed}, ${sealedSeed}, ${hash}, ${fromMarketSeed})`;
}

/** Stores the seed of a period, in clear or encrypted. */
export async function storeSeed(
  sql: Queryable,
  id: number,
  { seed = null, sealed = null }: { seed?: Uint8Array | null; sealed?: Uint8Array | null },
): Promise<void> {
  await sql`update seed_periods set seed = ${seed}, sealed_seed = ${sealed} where id = ${id}`;
}
