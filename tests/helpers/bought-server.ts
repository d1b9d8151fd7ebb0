/** A running season on the stand-in of a bought feed, for tests of splits, dividends and renames. */
import { expect } from 'bun:test';
import type { Game } from '#core/season/game.ts';
import { createFmpMarket } from '#market/fmp/market.ts';
import type { Client } from './client.ts';
import { type ManualTime, whileTimeRuns } from './manual-time.ts';
import { FMP_KEY, type StandIn, standIn } from './market-stand-in.ts';
import { startServer, type TestServer } from './server.ts';

/** Opens another process's market on the same feed. */
export const openFeed = (stand: StandIn, time: ManualTime) =>
  createFmpMarket({ apiKey: FMP_KEY, baseUrl: stand.url, perMinute: 6_000, time, warn: () => {} });

/**
 * Starts the server and a season with five traders. Split checks are off, because prices of these tests jump.
 * @param begin runs before the season starts
 */
export async function startBought(time: ManualTime, begin?: (server: TestServer) => void) {
  const stand = await standIn({ now: time.now });
  const market = await openFeed(stand, time);
  const capabilities = { ...market.capabilities, splits: false };
  const server = await startServer({ market: { ...market, capabilities }, clock: time });
  begin?.(server);
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  const traders: Client[] = [];
  for (const name of ['ann', 'ben', 'cid', 'dan', 'eve']) traders.push(await server.register(name));
  const [ann, ben, cid, dan, eve] = traders as [Client, Client, Client, Client, Client];
  const stop = async () => {
    await server.stop();
    await stand.stop();
  };
  return { stand, market, capabilities, server, admin, ann, ben, cid, dan, eve, stop };
}

/** Trades after `waitMs`, because an order fills at a price that arrives after it. */
export async function tradeLater(
  time: ManualTime,
  who: Client,
  action: string,
  quantity: number | 'all',
  { symbol, waitMs = 1_000, game }: { symbol: string; waitMs?: number; game?: Game },
): Promise<void> {
  const size = quantity === 'all' ? { closeAll: true } : { quantity };
  await time.advance(waitMs);
  const order = { user_id: who.userId, symbol, action, game, ...size };
  const { json } = await whileTimeRuns(time, who.post('/api/trade', order));
  expect(json).toMatchObject({ symbol, action });
}
