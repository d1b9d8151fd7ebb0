/** Seeds are stored encrypted with SECRET_KEY, from the first start that has it, and read with no other key. */
import { expect, test } from 'bun:test';
import { SettingsError } from '#services/platform/settings.ts';
import { verifySeason } from '#services/verify/verify.ts';
import { serversOnOneClock } from '../helpers/servers.ts';
import {
  pricesNow,
  SECRET_KEY,
  seedPeriodsOf,
  storageOfSeeds,
  storedSeeds,
  twoSeasons,
} from '../helpers/two-seasons.ts';

const clock = serversOnOneClock();

test('seeds in clear are encrypted at the start, public ones are not, and prices go on', async () => {
  const { server, url } = await twoSeasons(clock, {});
  expect(await storageOfSeeds(server)).toEqual(['clear', 'clear', 'clear', 'clear']);
  const periodsBefore = await seedPeriodsOf(server);
  const prices = await pricesNow(server);
  const sealed = await clock.serve({ MARKET_SEED: '', SECRET_KEY }, url);
  expect(await storageOfSeeds(sealed)).toEqual(['clear', 'clear', 'clear', 'sealed']);
  expect((await seedPeriodsOf(sealed)).map((e) => e.seed)).toEqual(periodsBefore.map((e) => e.seed));
  expect(await pricesNow(sealed)).toEqual(prices);
});

test('a missing or wrong key, and a seed moved to another row, stop the start and change nothing', async () => {
  const { server, url } = await twoSeasons(clock, { SECRET_KEY });
  const { sql } = server;
  const storedBefore = await storedSeeds(server);
  const refused = async (env: Record<string, string>, sentence: string) => {
    const refusal = clock.serve({ MARKET_SEED: '', ...env }, url);
    await expect(refusal).rejects.toThrow(SettingsError);
    await expect(refusal).rejects.toThrow(sentence);
  };
  const WRONG = 'SECRET_KEY is not the key that the seeds of prices were encrypted with.';
  const MISSING = 'SECRET_KEY must be set: the seeds of prices are encrypted with it.';
  await refused({}, MISSING);
  await refused({ SECRET_KEY: SECRET_KEY.toLowerCase() }, WRONG);
  expect(await storedSeeds(server)).toEqual(storedBefore);
  const verify = (secretKey?: string) => verifySeason({ sql, settings: { secretKey } }, 1);
  await expect(verify()).rejects.toThrow(MISSING);
  await expect(verify(SECRET_KEY.toLowerCase())).rejects.toThrow(WRONG);
  expect(await verify(SECRET_KEY)).toMatchObject({ market: 'simulated' });

  await sql`update seed_periods a set sealed_seed = b.sealed_seed, seed_hash = b.seed_hash
    from seed_periods b where a.number = 3 and b.number = 2`;
  await refused({ SECRET_KEY }, WRONG);
});
