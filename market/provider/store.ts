/** Where the processes of one installation share the answers of a provider: Redis or Valkey. */
import { RedisClient } from 'bun';

/** Never throws: a store that is away is one that has nothing and lets everybody pass. */
export type Store = {
  read(key: string): Promise<string | null>;
  write(key: string, text: string, keepMs: number): Promise<void>;
  /** Whether this process may load `key` now; it has `holdMs` for that. */
  lock(key: string, holdMs: number): Promise<boolean>;
  unlock(key: string): Promise<void>;
  /** Counts one more within the window of `windowMs` that is running. @returns the count so far, this one included */
  count(key: string, windowMs: number): Promise<number>;
  stop(): void;
};

/** The first command waits this long for the connection. */
const OPENING_MS = 2_000;
const PREFIX = 'paperpit:market:';

/** @param warn called once each time the store goes away */
export function redisStore(url: string, warn: (sentence: string) => void): Store {
  const client = new RedisClient(url, {
    autoReconnect: true,
    maxRetries: 4_294_967_295,
    enableOfflineQueue: false,
    connectionTimeout: 2_000,
  });
  let away = false;
  let wasOpen = false;
  let opening: Promise<unknown> | null = null;

  /** Once it is away nobody waits for it: it comes back by itself. */
  async function open(): Promise<void> {
    if (client.connected) return;
    opening ??= client
      .connect()
      .catch(() => {})
      .finally(() => {
        opening = null;
      });
    if (!wasOpen && !away) await Promise.race([opening, Bun.sleep(OPENING_MS)]);
    if (!client.connected) throw new Error('not connected');
  }

  async function command<T>(name: string, words: string[], otherwise: T): Promise<T> {
    try {
      await open();
      const answer = (await client.send(name, words)) as T;
      away = false;
      wasOpen = true;
      return answer;
    } catch {
      if (!away) warn('The price cache in Redis is away: this process keeps its own until it is back.');
      away = true;
      return otherwise;
    }
  }

  return {
    read: (key) => command<string | null>('GET', [PREFIX + key], null),
    async write(key, text, keepMs) {
      await command('SET', [PREFIX + key, text, 'PX', String(Math.max(1, Math.ceil(keepMs)))], null);
    },
    async lock(key, holdMs) {
      const words = [`${PREFIX}lock:${key}`, '1', 'NX', 'PX', String(holdMs)];
      return (await command<string | null>('SET', words, 'OK')) === 'OK';
    },
    async unlock(key) {
      await command('DEL', [`${PREFIX}lock:${key}`], 0);
    },
    async count(key, windowMs) {
      const name = `${PREFIX}count:${key}`;
      const count = await command<number>('INCR', [name], 0);
      if (count === 1) await command('PEXPIRE', [name, String(windowMs)], 0);
      return count;
    },
    stop: () => client.close(),
  };
}
