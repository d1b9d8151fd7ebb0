/** A private game of four members on the simulated tape, the same in every run. */
import { expect } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import type { LeagueGame } from '#core/season/game.ts';
import type { Client } from './client.ts';
import { startServer } from './server.ts';
import type { Line } from './tampered-lines.ts';

const MINUTE = 60_000;

/** The form of a league, without the rules of a game. */
export const leagueFields = { name: 'Friends', joining: 'open', isLateOpen: true, kind: 'own' };

export type PlayedGame = Awaited<ReturnType<typeof openPlayedGame>>;

/** Opens a running game. Only its trades append to its chain. */
export async function openPlayedGame() {
  const time = { ms: Date.UTC(2026, 5, 3, 15, 0, 30) };
  const server = await startServer({ clock: { now: () => time.ms } });
  const { services } = server;
  services.gameKeeper.stop();
  // `tick` alone makes links: one that began before the clock moved would be older than a fill in it
  await services.chain.stop();
  const admin = await server.admin();
  const [ann, ben] = [await server.register('ann'), await server.register('ben')];
  const [cem, dan] = [await server.register('cem'), await server.register('dan')];
  const rules = { tickers: 'AAPL MSFT KO', dayTrades: '5', maxShare: '60', minPrice: '1' };
  const endsAt = new Date(time.ms + 120 * MINUTE).toISOString();
  const league = { ...leagueFields, ...rules, endsAt };
  const { json } = await ann.post<{ id: LeagueGame; code: string }>('/api/leagues', league);
  const game = json.id;
  for (const who of [ben, cem, dan]) await who.post('/api/leagues/join', { code: json.code });

  async function trade(who: Client, symbol: string, action: string, quantity: number): Promise<void> {
    time.ms += MINUTE;
    const order = { user_id: who.userId, symbol, action, quantity, game };
    const { status, text } = await who.post('/api/trade', order);
    expect([status, text]).toEqual([200, text]);
    await services.chain.tick();
  }

  async function place(who: Client, limitPrice: string): Promise<void> {
    const order = { symbol: 'KO', action: 'buy', type: 'limit', quantity: 3, limitPrice, tif: 'gtc', game };
    const { status, text } = await who.post('/api/orders', order);
    expect([status, text]).toEqual([201, text]);
  }

  return {
    server,
    admin,
    ann,
    ben,
    cem,
    dan,
    game,
    time,

    /** Three members trade, cem only looks on, and dan leaves after one fill. */
    async play(): Promise<void> {
      await trade(ann, 'AAPL', 'buy', 20);
      await trade(ben, 'MSFT', 'short', 12.5);
      await trade(dan, 'AAPL', 'buy', 7);
      await place(ann, '1');
      await place(ben, '1000');
      await trade(ann, 'AAPL', 'sell', 8);
      await trade(ben, 'AAPL', 'buy', 3);
      await trade(ben, 'MSFT', 'cover', 12.5);
      await cem.get(`/leagues/${game}/chart`, { accept: 'text/html' });
      expect((await dan.post(`/api/leagues/${game}/leave`, {})).status).toBe(200);
    },

    /** Ends the game in a running season, so that its seed is still secret. */
    async end(): Promise<void> {
      await admin.post('/api/toggle-competition', { active: true });
      time.ms += 120 * MINUTE;
      expect(await services.gameKeeper.check()).toBe(1);
    },

    /** Ends the season, and lets time pass until its seed is public. */
    async publishSeed(): Promise<void> {
      await admin.post('/api/toggle-competition', { active: false });
      time.ms += 3 * MINUTE;
      await services.seasons.refresh();
    },

    /** Returns the bundle's text as `who` downloads it. */
    async download(who: Client = ben): Promise<string> {
      const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(`${server.url}/api/leagues/${game}/bundle`, { headers: { cookie } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gzip']);
      expect(answer.headers.get('content-disposition')).toContain(`paperpit-game-${game}.jsonl.gz`);
      return gunzipSync(await answer.arrayBuffer()).toString();
    },
  };
}

const linesOf = (text: string) => text.trimEnd().split('\n');

/** Returns the lines of a bundle's text, parsed. */
export const readLines = (text: string) => linesOf(text).map((line) => JSON.parse(line) as Line);

/** Yields the lines of a bundle's text. */
export async function* eachLine(text: string) {
  yield* linesOf(text);
}
