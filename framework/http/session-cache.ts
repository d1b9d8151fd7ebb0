import type { SiteUser } from '../register.ts';

export type UserReads = {
  read(request: Request): Promise<SiteUser | null>;
  /** Called when a request that may have changed something is done: nobody joins a look-up from before it. */
  forget(): void;
};

/** How long a reader's look-up is good for the next page or call that only reads. */
const KEPT_MS = 1_000;
const MAX_KEPT = 10_000;

type Entry = { user: SiteUser | null; until: number };

/** The key is a SHA-256: cookies may have 16 KB, and tokens do not stay in memory. */
const keyOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('base64');

/**
 * Lets requests that carry the same cookies and arrive while the session is being looked up share that look-up:
 * a page and its calls, or many readers behind one account.
 *
 * With a clock, requests that only read (GET, HEAD) are also answered from memory for a second, unless something was
 * changed meanwhile: such an answer leaves in one piece, while one that had to wait for the database costs Bun a
 * system call for each word of its headers. What changes anything always asks the database.
 *
 * @param now epoch ms
 */
export function createSessionCache(
  read: (request: Request) => Promise<SiteUser | null>,
  now?: () => number,
): UserReads {
  const underWay = new Map<string, Promise<SiteUser | null>>();
  const cache = new Map<string, Entry>();

  function keep(key: string, user: SiteUser | null) {
    // an admin's rights end the moment they are taken
    if (!now || user?.isAdmin) return;
    if (cache.size >= MAX_KEPT) cache.clear();
    cache.set(key, { user, until: now() + KEPT_MS });
  }

  return {
    read(request) {
      // Which cookie counts depends on whether the request came over https.
      const cookies = request.headers.get('cookie');
      if (!cookies) return Promise.resolve(null);
      const key = keyOf(`${request.headers.get('x-forwarded-proto')} ${cookies}`);
      const fresh =
        now && (request.method === 'GET' || request.method === 'HEAD') ? cache.get(key) : undefined;
      if (fresh && now!() < fresh.until) return Promise.resolve(fresh.user);
      const known = underWay.get(key);
      if (known) return known;
      const own = read(request)
        .then((user) => {
          // not when it was forgotten while it was under way
          if (underWay.get(key) === own) keep(key, user);
          return user;
        })
        .finally(() => {
          if (underWay.get(key) === own) underWay.delete(key);
        });
      underWay.set(key, own);
      return own;
    },
    forget() {
      underWay.clear();
      cache.clear();
    },
  };
}
