/** Traders who trade without a pause, and the outcomes of their requests. */
import { connect } from '#db/client.ts';
import { type Client, createClient } from '#tests/helpers/client.ts';
import { percentile } from '../bench/report.ts';

const SYMBOLS = ['AAPL', 'MSFT', 'TSLA', 'NVDA', 'KO'];

export type LoadResult = {
  trades: number;
  /** Number of 5xx responses, and of requests without a response. */
  failed: number;
  /** Kinds of failures, like "503 (3), ECONNRESET (1)"; empty without any. */
  kinds: string;
  seconds: number;
  /** 99th percentile of the times of trades, ms. */
  p99: number;
};

let people = 0;

export async function makeTraders(url: string, count: number): Promise<Client[]> {
  const clients = Array.from({ length: count }, async (_, n) => {
    const client = createClient(url);
    const who = {
      username: `load-${++people}`,
      password: `a password of ${n}`,
    };
    const { status, json, text } = await client.post<{ id: number }>('/api/register', who);
    if (status !== 200) throw new Error(`register: ${status} ${text}`);
    return Object.assign(client, { ...who, userId: json.id });
  });
  return await Promise.all(clients);
}

/**
 * Returns the number of these users' fills in the database at `url`, and how many accounts of all users differ from
 * their ledger.
 */
export async function countTrades(url: string, users: number[]): Promise<{ fills: number; wrong: number }> {
  const sql = connect(url, { max: 1, name: 'cluster' });
  const [row] = await sql<{ fills: number; wrong: number }[]>`
    select (select count(*)::integer from fills where user_id = any(${users})) as fills,
      (select count(*)::integer from accounts a where a.cash is distinct from (select sum(l.amount) from ledger l
        where l.user_id = a.user_id and l.season_id = a.season_id and l.currency = 'USD')) as wrong`;
  await sql.end();
  return row!;
}

/** Makes all traders trade at the same time, each buying and selling alternately, until `stop` is called. */
export function startLoad(traders: readonly Client[]) {
  const times: number[] = [];
  const failures: string[] = [];
  const began = performance.now();
  let isOver = false;

  async function trade(client: Client, n: number): Promise<void> {
    const [symbol, action] = [SYMBOLS[(n >> 1) % SYMBOLS.length], n % 2 ? 'sell' : 'buy'];
    const sent = performance.now();
    try {
      const body = { user_id: client.userId, symbol, action, quantity: 1 };
      const { status } = await client.post('/api/trade', body);
      if (status >= 500) failures.push(String(status));
      if (status !== 200) return;
      times.push(performance.now() - sent);
    } catch (error) {
      failures.push((error as { code?: string }).code ?? String(error));
      // No server listens: without a pause the loop would spin.
      await Bun.sleep(20);
    }
  }
  const all = traders.map(async (client) => {
    for (let n = 0; !isOver; n++) await trade(client, n);
  });

  return {
    count: () => times.length,
    failures,
    async stop(): Promise<LoadResult> {
      isOver = true;
      await Promise.all(all);
      const seconds = (performance.now() - began) / 1000;
      return {
        trades: times.length,
        failed: failures.length,
        kinds: kindsOf(failures),
        seconds,
        p99: percentile(times, 0.99),
      };
    },
  };
}

function kindsOf(failures: readonly string[]): string {
  const counts = Object.entries(Object.groupBy(failures, (kind) => kind));
  return counts.map(([kind, all]) => `${kind} (${all!.length})`).join(', ');
}
