/** Measures trade latency while an announcement is mailed to 10,000 people, against trades without an announcement. */

import { readTradeRequest } from '#core/contract/trade.ts';
import type { Sql } from '#db/client.ts';
import type { Trader } from '#services/trading/trading.ts';
import { urlOf } from '#tests/helpers/database.ts';
import { fakeSmtp } from '#tests/helpers/fake-smtp.ts';
import { ownServer } from '#tests/helpers/postgres.ts';
import { startServer, type TestServer } from '#tests/helpers/server.ts';
import { type Bench, paired, percentile } from './report.ts';
import { insertTraders } from './trades.ts';

const READERS = 10_000;
const CALLERS = 8;
/** Traders of each caller: no two callers share an account. */
const TRADERS = 32;
/** Time between the starts of two trades of a caller, ms. */
const EVERY_MS = 80;
/** Duration of a measurement, s: too short for all mails, which take READERS / 10 s. */
const SECONDS = 15;
const ROUNDS = 5;
const MOST = 1.1;

/** Inserts people who chose announcements by mail, and traders with full cash. */
async function people(server: TestServer): Promise<Trader[]> {
  await server.sql`
    insert into users (username, username_key, discord_id, email, notification_channels)
    select 'reader' || g, 'reader' || g, g::text, 'reader' || g || '@mail.example', '{"announcement": {"mail": true}}'
    from generate_series(1, ${READERS}) g`;
  return await insertTraders(server, CALLERS * TRADERS);
}

/** Trades at an even pace. @returns the 95th percentile of latency, ms */
async function waitOf({ services }: TestServer, traders: readonly Trader[]): Promise<number> {
  const until = performance.now() + SECONDS * 1000;
  const waits: number[] = [];
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      await Bun.sleep((caller * EVERY_MS) / CALLERS);
      for (let n = 0; performance.now() < until; n++) {
        const trader = traders[caller * TRADERS + (n % TRADERS)]!;
        const order = { user_id: trader.id, symbol: 'AAPL', action: 'buy', quantity: 1 };
        const sentAt = performance.now();
        await services.trading.execute(trader, readTradeRequest(order, trader.id), { markId: 1n });
        const wait = performance.now() - sentAt;
        waits.push(wait);
        await Bun.sleep(Math.max(0, EVERY_MS - wait));
      }
    }),
  );
  return percentile(waits, 0.95);
}

const due = async (sql: Sql) => (await sql`select from notifications where mail_due_at is not null`).length;

export const announcement: Bench = {
  name: 'announcement',
  async run() {
    const smtp = fakeSmtp();
    const postgres = await ownServer('system');
    const env = { SMTP_URL: smtp.url, CONTACT_EMAIL: 'house@paperpit.example' };
    const server = await startServer({ database: urlOf(postgres.target), env });
    const { services, sql } = server;
    try {
      await services.seasons.start(null);
      const admin = await server.admin();
      const traders = await people(server);
      await waitOf(server, traders);
      let mailed = 0;
      const result = await paired(
        ROUNDS,
        async () => {
          const recording = { title: 'A recording', url: 'https://video.example/1' };
          const [{ status }, wait] = await Promise.all([
            admin.post('/api/recordings', recording).then((answer) => {
              void services.notificationMail.send();
              return answer;
            }),
            waitOf(server, traders),
          ]);
          if (status !== 201) throw new Error(`the announcement was answered with ${status}`);
          mailed += READERS - (await due(sql));
          // drops the other mails, so that none is sent during the round without an announcement
          await sql`update notifications set mail_due_at = null`;
          return wait;
        },
        () => waitOf(server, traders),
      );
      if (mailed < ROUNDS * SECONDS) throw new Error(`${mailed} mails were sent`);
      return [
        {
          name: `a trade beside an announcement to ${READERS.toLocaleString('en')} addresses, 95 of 100`,
          figure: `${result.ours.toFixed(1)} ms, without ${result.yardstick.toFixed(1)} ms, ${mailed} mails in ${ROUNDS * SECONDS} s`,
          ratio: result.ratio,
          target: `at most ${MOST}`,
          met: result.ratio <= MOST,
        },
      ];
    } finally {
      await server.stop();
      await postgres.stop();
      smtp.stop();
    }
  },
};
