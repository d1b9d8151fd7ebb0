/** The processes of an installation share a provider's answers in Redis or Valkey. */
import { RedisClient } from 'bun';

/** Never throws. An unreachable store is empty and grants every lock. */
export type Store = {
  read(key: string): Promise<string | null>;
  write(key: string, text: string, keepMs: number): Promise<void>;
  /** Acquires the right to load `key` for `holdMs`. @returns false while another process holds it */
  lock(key: string, holdMs: number): Promise<boolean>;
  /** Releases this process's lock. Leaves another process's lock, which may follow an expired one. */
  unlock(key: string): Promise<void>;
  /** Adds one to a count, which expires `windowMs` after the first call. @returns the count; 0 without a connection */
  count(key: string, windowMs: number): Promise<number>;
  stop(): void;
};

/** How long the first command waits for the connection, ms. */
const OPENING_MS = 2_000;
const PREFIX = 'paperpit:market:';
/** Adds one to a count and sets its expiry in one step: no process can stop between the two and leave a lasting count. */
const COUNT = `local count = redis.call('INCR', KEYS[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return count`;
const UNLOCK = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/** @param warn called once per outage */
export function redisStore(url: string, warn: (sentence: string) => void): Store {
  const client = new RedisClient(url, {
    autoReconnect: true,
    maxRetries: 4_294_967_295,
    enableOfflineQueue: false,
    connectionTimeout: OPENING_MS,
  });
  const self = crypto.randomUUID();
  let isAway = false;
  let wasOpen = false;
  let opening: Promise<unknown> | null = null;

  /** Waits for the first connection only: in an outage no command waits, and the client reconnects by itself. */
  async function open(): Promise<void> {
    if (client.connected) return;
    opening ??= client
      .connect()
      .catch(() => {})
      .finally(() => {
        opening = null;
      });
    if (!wasOpen && !isAway) await Promise.race([opening, Bun.sleep(OPENING_MS)]);
    if (!client.connected) throw new Error('not connected');
  }

  async function command<T>(name: string, words: string[], otherwise: T): Promise<T> {
    try {
      await open();
      const answer = (await client.send(name, words)) as T;
      isAway = false;
      wasOpen = true;
      return answer;
    } catch {
      if (!isAway) warn('The price cache in Redis is away: this process keeps its own until it is back.');
      isAway = true;
      return otherwise;
    }
  }

  return {
    read: (key) => command<string | null>('GET', [PREFIX + key], null),
    async write(key, text, keepMs) {
      await command('SET', [PREFIX + key, text, 'PX', String(Math.max(1, Math.ceil(keepMs)))], null);
    },
    async lock(key, holdMs) {
      const words = [`${PREFIX}lock:${key}`, self, 'NX', 'PX', String(holdMs)];
      return (await command<string | null>('SET', words, 'OK')) === 'OK';
    },
    async unlock(key) {
      await command('EVAL', [UNLOCK, '1', `${PREFIX}lock:${key}`, self], 0);
    },
    count: (key, windowMs) => command('EVAL', [COUNT, '1', `${PREFIX}count:${key}`, String(windowMs)], 0),
    stop: () => client.close(),
  };
}
