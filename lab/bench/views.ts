/** The server's processor time for a view of each member's page by a browser on a later visit. */
import { type Client, createClient } from '#tests/helpers/client.ts';
import { startOwnProcess } from '#tests/helpers/own-process.ts';
import { httpLoad } from './http-load.ts';
import { type Bench, median, type Row } from './report.ts';

const PAGES = ['/portfolio', '/profile', '/shop', '/chart', '/leaderboards', '/settings', '/ranking'];
const ROUNDS = 5;
const SECONDS = 1;
const TARGET_MS = 0.25;
/** Chromium's Accept-Encoding. */
const ENCODINGS = 'gzip, deflate, br, zstd';
const SYMBOLS = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'TSLA', 'META', 'GOOGL', 'JPM'];

/** A new trader with eight positions and twelve closed trades. */
async function trader(url: string): Promise<Client> {
  const client = createClient(url);
  const who = { username: 'bench-views', password: 'a pass phrase' };
  const { json } = await client.post<{ id: number }>('/api/register', who);
  const trade = async (symbol: string, action: string, quantity: number) => {
    const order = { user_id: json.id, symbol, action, quantity };
    const { status, text } = await client.post('/api/trade', order);
    if (status !== 200) throw new Error(`${action} ${symbol}: ${text}`);
  };
  for (const symbol of SYMBOLS) await trade(symbol, 'buy', 9);
  for (const symbol of [...SYMBOLS, ...SYMBOLS.slice(4)]) await trade(symbol, 'sell', 2);
  return client;
}

export const views: Bench = {
  name: 'views',
  async run() {
    // The demo's season runs, and its traders trade a little meanwhile.
    const server = await startOwnProcess({ DEMO: '1' });
    try {
      const reader = await trader(server.url);
      // As a browser does after fetching the route's style sheet.
      for (const path of PAGES) {
        const { text } = await reader.get(path);
        reader.cookies.set('sheet', /<style[^>]* data-sheet="([^"]+)"/.exec(text)?.[1] ?? '');
        await reader.get(path);
      }
      const cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { cookie, 'accept-encoding': ENCODINGS };
      const timeOf = async (path: string) => {
        const cpuBefore = server.cpuMs();
        const load = await httpLoad(server.url + path, { connections: 1, seconds: SECONDS, headers });
        return (server.cpuMs() - cpuBefore) / load.requests;
      };
      const taken = new Map<string, number[]>(PAGES.map((path) => [path, []]));
      for (let round = 0; round < ROUNDS; round++)
        for (const [path, figures] of taken) figures.push(await timeOf(path));
      return Array.from(taken, ([path, figures]): Row => {
        const middle = median(figures);
        return {
          name: `the server's processor for a view of ${path}`,
          figure: `${middle.toFixed(2)} ms, least ${Math.min(...figures).toFixed(2)}`,
          target: `at most ${TARGET_MS} ms`,
          met: middle <= TARGET_MS,
        };
      });
    } finally {
      await server.stop();
    }
  },
};
