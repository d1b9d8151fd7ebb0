/** Caches the users that the cookies of requests belong to, for a second. */
import type { SiteUser } from '../register.ts';

export type UserReads = {
  read(request: Request): Promise<SiteUser | null>;
  /** Forgets all look-ups. Called after each request that may have changed something. */
  forget(): void;
};

/** How long a cached user serves further requests that only read, ms. */
const FRESH_MS = 1_000;
const MAX_ENTRIES = 10_000;

type Entry = { user: SiteUser | null; until: number };

/** The key is a SHA-256: cookies may have 16 KB, and tokens must not stay in memory. */
const keyOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('base64');

/**
 * Caches the user that a request's cookies belong to. Requests with the same cookies share a look-up in flight. With
 * `now` the result of a look-up also serves requests that only read (GET, HEAD) for a second, until `forget`: Bun sends
 * a response that need not wait for the database in one system call. Requests that change something, and requests of
 * staff, never get a stored result.
 * @param now epoch ms
 */
export function createSessionCache(
  read: (request: Request) => Promise<SiteUser | null>,
  now?: () => number,
): UserReads {
  const underWay = new Map<string, Promise<SiteUser | null>>();
  const cache = new Map<string, Entry>();

  function keep(key: string, user: SiteUser | null) {
    // not cached, so that a change of a staff member's rights takes effect at once
    if (!now || user?.isAdmin || user?.isStaff) return;
    if (cache.size >= MAX_ENTRIES) cache.clear();
    cache.set(key, { user, until: now() + FRESH_MS });
  }

  return {
    read(request) {
      // The protocol is part of the key: which session cookie counts depends on it.
      const cookies = request.headers.get('cookie');
      if (!cookies) return Promise.resolve(null);
      const key = keyOf(`${request.headers.get('x-forwarded-proto')} ${cookies}`);
      const fresh =
        now && (request.method === 'GET' || request.method === 'HEAD') ? cache.get(key) : undefined;
      if (fresh && now!() < fresh.until) return Promise.resolve(fresh.user);
      const lookup = underWay.get(key);
      if (lookup) return lookup;
      const started = read(request)
        .then((user) => {
          // a look-up that began before `forget` may be out of date
          if (underWay.get(key) === started) keep(key, user);
          return user;
        })
        .finally(() => {
          if (underWay.get(key) === started) underWay.delete(key);
        });
      underWay.set(key, started);
      return started;
    },
    forget() {
      underWay.clear();
      cache.clear();
    },
  };
}
