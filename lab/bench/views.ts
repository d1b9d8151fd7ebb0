/** Measures the server's processor time for each page, as an ordinary trader's browser requests it on a later visit. */
import { ordinaryTrader } from '#tests/helpers/ordinary-trader.ts';
import { startOwnProcess } from '#tests/helpers/own-process.ts';
import { httpLoad } from './http-load.ts';
import { type Bench, median, type Row } from './report.ts';

const PAGES = [
  ...['/', '/pricing', '/portfolio', '/profile', '/shop', '/chart', '/leaderboards', '/settings', '/ranking'],
];
const ROUNDS = 5;
const SECONDS = 1;
const TARGET_MS = 0.25;
/** Chromium's Accept-Encoding. */
const ENCODINGS = 'gzip, deflate, br, zstd';

export const views: Bench = {
  name: 'views',
  async run() {
    // The demo's season runs, and its traders trade a little meanwhile.
    const server = await startOwnProcess({ DEMO: '1' });
    try {
      const reader = await ordinaryTrader(server, 'bench-views');
      // Sets the cookie that a browser has after fetching the route's style sheet.
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
