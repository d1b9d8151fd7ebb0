/** How often one account or one address may try: 429 with Retry-After beyond it (DECISIONS 7). */
import { isIP } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { fail } from '#core/errors.ts';
import type { Settings } from './settings.ts';

/** `points` tries in `seconds`. An address may be a whole office, so it gets more than one account. */
type Rule = { points: number; seconds: number };
type Rules = { account: Rule; address: Rule };

const MINUTE = 60;
export const RULES = {
  /** Tries that fail; a right password gives its try back. */
  login: {
    account: { points: 10, seconds: 15 * MINUTE },
    address: { points: 50, seconds: 15 * MINUTE },
  },
  register: {
    account: { points: 10, seconds: 10 * MINUTE },
    address: { points: 30, seconds: 10 * MINUTE },
  },
  contact: {
    account: { points: 5, seconds: 10 * MINUTE },
    address: { points: 15, seconds: 10 * MINUTE },
  },
  /** Counted for signed-in users only, so that nobody outside can use up an owner's tries. */
  trade: { account: { points: 120, seconds: 10 }, address: { points: 1200, seconds: 10 } },
} as const satisfies Record<string, Rules>;

export type Limited = keyof typeof RULES;
/** `account`: a user id, or the key of the name someone claims; undefined skips that count. */
export type Who = { account?: string | number; address: string };
/** A counted try. */
export type Try = { /** Gives the try back: it did no harm. */ forgive(): Promise<void> };

export type RateLimits = ReturnType<typeof createRateLimits>;

/** Counts are kept by each process for itself. */
export function createRateLimits(settings: Pick<Settings, 'rateLimit'>) {
  const limiters = new Map(
    Object.entries(RULES).flatMap(([kind, rules]) =>
      Object.entries(rules).map(([by, { points, seconds }]) => [
        `${kind} ${by}`,
        new RateLimiterMemory({ keyPrefix: `${kind} ${by}`, points, duration: seconds }),
      ]),
    ),
  );

  async function consume(limiter: RateLimiterMemory, key: string) {
    try {
      await limiter.consume(key);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      throw fail('TOO_MANY', { vars: { seconds }, headers: { 'retry-after': String(seconds) } });
    }
  }

  return {
    /** Counts a try before anything is done for it. @throws TOO_MANY */
    async count(kind: Limited, who: Who): Promise<Try> {
      if (!settings.rateLimit) return { async forgive() {} };
      const counted: { limiter: RateLimiterMemory; key: string }[] = [];
      for (const by of ['address', 'account'] as const) {
        const key = who[by];
        if (key === undefined) continue;
        const limiter = limiters.get(`${kind} ${by}`)!;
        await consume(limiter, String(key));
        counted.push({ limiter, key: String(key) });
      }
      return {
        async forgive() {
          for (const { limiter, key } of counted) await limiter.reward(key);
        },
      };
    },
  };
}

/**
 * The address a request counts under. Behind `trustProxy` proxies each of which appends the address it sees,
 * that many entries from the right of X-Forwarded-For; anything further left is the client's own claim.
 * @param peer the other end of the TCP connection
 */
export function clientAddress(headers: Headers, peer: string | undefined, trustProxy: number): string {
  const forwarded = trustProxy > 0 ? (headers.get('x-forwarded-for') ?? '').split(',') : [];
  const claimed = (forwarded.at(-trustProxy) ?? '').trim();
  return groupAddress(isIP(claimed) ? claimed : (peer ?? 'unknown'));
}

/** One household is one IPv6 /64; an IPv4 address in IPv6 clothes is the IPv4 address. */
function groupAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const words = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  return `${words
    .slice(0, 4)
    .map((word) => Number.parseInt(word, 16).toString(16))
    .join(':')}::/64`;
}
