/** The leaderboard of a signed-in reader, and a page that may be cached whole, against a handler that returns the same bytes. */
import { startServer } from '#tests/helpers/server.ts';
import { httpLoad } from './http-load.ts';
import { type Bench, paired, type Row } from './report.ts';

const ROUNDS = 3;

/** A bare server that answers everything with `body`. */
function bareServer(body: string) {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  return Bun.serve({ port: 0, fetch: () => new Response(body, { headers }) });
}

async function against(
  name: string,
  url: string,
  headers: Record<string, string>,
  target: number,
): Promise<Row> {
  const response = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  const bare = bareServer(body);
  const perSecond = async (address: string) => {
    const { requests, seconds } = await httpLoad(address, { headers });
    return requests / seconds;
  };
  const { ours, yardstick, ratio } = await paired(
    ROUNDS,
    () => perSecond(url),
    () => perSecond(bare.url.href),
  );
  await bare.stop(true);
  return {
    name: `${name} (${(body.length / 1000).toFixed(0)} KB, uncompressed)`,
    figure: `${Math.round(ours)} requests/s, bare Bun.serve ${Math.round(yardstick)}`,
    ratio,
    target: `at least ${target}`,
    met: ratio >= target,
  };
}

export const leaderboard: Bench = {
  name: 'leaderboard',
  async run() {
    const server = await startServer();
    try {
      const { sql, services } = server;
      await services.seasons.start(null);
      await sql`insert into users (username, username_key, is_simulated)
        select 'user' || g, 'user' || g, true from generate_series(1, 1000) g`;
      await sql`insert into accounts (season_id, user_id, cash, trade_count, last_trade_at)
        select ${services.seasons.current()!.id}, id, 50000 + (id * 7919::bigint % 90000), 3, now() from users`;
      const reader = await server.register();
      await services.leaderboard.pass(true);
      const cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      return [
        await against('leaderboard page, 100 rows, signed in', `${server.url}/leaderboards`, { cookie }, 0.1),
        await against('pricing page, cached whole', `${server.url}/pricing`, {}, 0.8),
      ];
    } finally {
      await server.stop();
    }
  },
};
