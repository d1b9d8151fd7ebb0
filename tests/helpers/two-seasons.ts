/** An installation in its second season, which has a seed of its own, and the seeds and prices that a test reads from it. */
import { expect } from 'bun:test';
import { createVault, readSeedPeriods } from '#services/proof/seed-periods.ts';
import type { TestServer } from './server.ts';
import type { serversOnOneClock } from './servers.ts';

export const SYMBOLS = [
  'AAPL',
  'MSFT',
  'NVDA',
  'AVGO',
  'ADBE',
  'INTU',
  'CRM',
  'NOW',
  'COST',
  'LLY',
  'UNH',
  'V',
];
export const SECRET_KEY = 'GmZ0cX3sPq8RkV1tYb6NwJ2uLh9DfA5e';
const MINUTE = 60_000;

/** Returns the rows of all seed periods, oldest first. */
export const storedSeeds = ({ sql }: TestServer) => sql`select * from seed_periods order by number`;

/** Returns for each seed period whether its seed is stored in clear or encrypted. */
export const storageOfSeeds = async (server: TestServer) =>
  (await storedSeeds(server)).map((row) => (row.seed ? 'clear' : 'sealed'));

export const seedPeriodsOf = ({ sql, services: { settings } }: TestServer) =>
  readSeedPeriods(sql, createVault(settings.secretKey));

export const pricesNow = ({ services: { market } }: TestServer) =>
  Promise.all(SYMBOLS.map(async (symbol) => (await market.quote(symbol)).price));

/** Plays a first season to its end, so that its seeds are public, and starts a second one with its own seed. */
export async function twoSeasons(
  { time, serve }: Pick<ReturnType<typeof serversOnOneClock>, 'time' | 'serve'>,
  env: Record<string, string>,
) {
  time.ms = Date.UTC(2026, 5, 3, 15, 0, 30);
  const server = await serve({ MARKET_SEED: '', ...env });
  const [admin, trader] = [await server.admin(), await server.register()];
  for (const active of [true, false, true]) {
    expect((await admin.post('/api/toggle-competition', { active })).status).toBe(200);
    time.ms += 10 * MINUTE;
    await server.services.seasons.refresh();
  }
  return { server, trader, url: server.services.settings.databaseUrl! };
}
