/** The whole server on a separate database and a free port, inside the test's process. */
import type { Sql } from '#db/client.ts';
import type { Market } from '#market/market.ts';
import { HASHING } from '#services/account/passwords.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Log } from '#services/platform/log.ts';
import { loadSettings } from '#services/platform/settings.ts';
import type { Services } from '#services/services.ts';
import { start } from '../../main.ts';
import { ensureBuilt } from './built.ts';
import { type Client, createClient } from './client.ts';
import { testDatabase } from './database.ts';
import { freePort } from './port.ts';
import type { Kind } from './postgres.ts';

export type TestServer = {
  url: string;
  services: Services;
  sql: Sql;
  /** Every route of the application, in Elysia's syntax, with its limit. */
  routes: Awaited<ReturnType<typeof start>>['routes'];
  /** Lines that the start prints for the operator. */
  lines: readonly string[];
  /** Creates a client that is not signed in. */
  visitor(): Client;
  /** Registers and signs in a trader; the name is generated unless given. */
  register(username?: string): Promise<Client>;
  /** Signs in with another browser. */
  login(username: string, password: string): Promise<Client>;
  /** Creates and signs in an admin. */
  admin(): Promise<Client>;
  stop(): Promise<void>;
};

export type ServerOptions = {
  env?: Record<string, string>;
  market?: Market;
  clock?: Clock;
  /** Replaces the default, which is none. */
  log?: Log;
  /** The kind of PostgreSQL, or the URL of a database that is not dropped afterwards. */
  database?: Kind | (string & {});
};

const QUIET = {
  DEMO: '0',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'silent',
  MARKET_SEED: 'tests',
  // no proxy in front has to notice the stop
  DRAIN_SECONDS: '0',
};

// With the product's cost, a hash takes 24 ms of processor, half of the time for a test's trader.
Object.assign(HASHING, { memoryCost: 64, timeCost: 1 });

export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  await ensureBuilt();
  const given = options.database;
  const kind: Kind | undefined = given === 'embedded' || given === 'system' ? (given as Kind) : undefined;
  const database = given === undefined || kind ? await testDatabase({ kind }) : undefined;
  const DATABASE_URL = database?.url ?? given;
  const port = await freePort();
  const settings = loadSettings({ ...QUIET, DATABASE_URL, PORT: String(port), ...options.env });
  const paperpit = await start(settings, options);
  const { url, services } = paperpit;
  let people = 0;

  async function signIn(path: string, username: string, password: string): Promise<Client> {
    const client = createClient(url);
    const answer = await client.post<{ id: number }>(path, { username, password });
    if (answer.status !== 200) throw new Error(`${path} for ${username}: ${answer.status} ${answer.text}`);
    return Object.assign(client, { userId: answer.json.id, username, password });
  }

  return {
    url,
    services,
    sql: services.sql,
    routes: paperpit.routes,
    lines: paperpit.lines,
    visitor: () => createClient(url),
    register: (username = `trader-${++people}x`) => signIn('/api/register', username, `pass of ${username}`),
    login: (username, password) => signIn('/api/login', username, password),
    async admin() {
      const username = `admin-${++people}x`;
      const password = `pass of ${username}`;
      await services.accounts.makeAdmin({ username, password });
      return signIn('/api/login', username, password);
    },
    async stop() {
      await paperpit.stop();
      await database?.drop();
    },
  };
}
