/** Measures how long staff's searches among 1,000,000 accounts take: /admin/people over HTTP. */
import type { Sql } from '#db/client.ts';
import { startServer } from '#tests/helpers/server.ts';
import { type Bench, median, type Row, timesOf } from './report.ts';

const ACCOUNTS = 1_000_000;
/** Every fifth account has a former name, every fiftieth is suspended. */
const FORMER = 5;
const SUSPENDED = 50;
/** Accounts inserted by one statement. */
const STATEMENT = 100_000;
const ROUNDS = 15;
const MOST_MS = 100;

async function fill(sql: Sql): Promise<void> {
  for (let from = 1; from <= ACCOUNTS; from += STATEMENT)
    await sql.begin(async (tx) => {
      await tx`set local statement_timeout = 0`;
      await tx`
        insert into users (username, username_key, email, discord_id, suspended_until)
        select name, name, name || '@mail.example', (80351110224000000 + g)::text,
          case when g % ${SUSPENDED}::integer = 0 then now() + interval '7 days' end
        from generate_series(${from}::integer, ${from + STATEMENT - 1}::integer) g,
          lateral (select (array['dana', 'noam', 'lior', 'maya'])[g % 4 + 1] || '_' || g as name) n`;
    });
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`
      insert into former_names (user_id, username, username_key)
      select id, 'was_' || id, 'was_' || id from users where id % ${FORMER}::integer = 0`;
  });
  await sql`analyze users, former_names`;
}

/** Searches, named by their results. */
const SEARCHES: Readonly<Record<string, string>> = {
  'an exact name': 'q=noam_500001',
  'the beginning of a few names': 'q=noam_50000',
  'the beginning of 250,000 names': 'q=noam',
  'the beginning of 200,000 former names': 'q=was_',
  'an exact former name': 'q=was_500000',
  'one letter': 'q=d',
  'an e-mail address': 'q=Noam_500001%40mail.example',
  'a Discord number': 'q=80351110224500001',
  'an account’s number': 'q=500001',
  nobody: 'q=zzz_nobody',
  'the newest, page 1': '',
  'the newest, page 1,000': 'page=1000',
  'the suspended': 'show=suspended',
  'the suspended with a beginning of 250,000 names': 'show=suspended&q=dana',
  'none of the suspended': 'show=suspended&q=zzz_nobody',
  'one of the staff': 'show=staff&q=admin',
};

export const people: Bench = {
  name: 'people',
  async run() {
    const server = await startServer();
    try {
      const admin = await server.admin();
      await fill(server.sql);
      const rows: Row[] = [];
      for (const [what, query] of Object.entries(SEARCHES)) {
        const times = await timesOf(ROUNDS, async () => {
          const { status } = await admin.get(`/admin/people?${query}`, { accept: 'text/html' });
          if (status !== 200) throw new Error(`${query}: ${status}`);
        });
        const typical = median(times);
        rows.push({
          name: `${ACCOUNTS.toLocaleString('en')} accounts, ${what}`,
          figure: `${typical.toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`,
          target: `at most ${MOST_MS} ms`,
          met: typical <= MOST_MS,
        });
      }
      return rows;
    } finally {
      await server.stop();
    }
  },
};
