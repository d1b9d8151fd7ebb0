/**
 * Limits how often one account, one browser or one address may do something. Beyond the limit the response is 429
 * with Retry-After.
 */
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { LIMITS_TABLE, limitStore } from '#db/queries/platform/requests.ts';
import type { Settings } from './settings.ts';

/** Allows `points` tries in `seconds`; `name` is the prefix of its keys. */
type CounterRule = { name: string; points: number; seconds: number };
export type CreateCounter = (rule: CounterRule) => RateLimiterAbstract;

const DIGEST_CHARS = 32;

/** Keys are hashed, because claimed names and addresses may have any length and must not be in a table. */
class SharedCounter extends RateLimiterPostgres {
  override getKey(key: string | number): string {
    const digest = new Bun.CryptoHasher('sha256').update(`${this.keyPrefix}:${key}`).digest('hex');
    return digest.slice(0, DIGEST_CHARS);
  }
}

export const inMemory: CreateCounter = ({ name, points, seconds }) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });

/** Creates counters shared by all processes. While the database is unavailable each process counts alone. */
export function forAllProcesses(sql: Sql): CreateCounter {
  const store = { storeClient: limitStore(sql), storeType: 'pool', tableName: LIMITS_TABLE };
  const options = { tableCreated: true, clearExpiredByTimeout: false };
  return (rule) => {
    const { name, points, seconds } = rule;
    const insuranceLimiter = inMemory(rule);
    return new SharedCounter({
      ...store,
      ...options,
      keyPrefix: name,
      points,
      duration: seconds,
      insuranceLimiter,
    });
  };
}

type Rule = { points: number; seconds: number };
/**
 * Limits of a kind of call. `account`: each signed-in user. `members`: all signed-in users at one address, which may
 * be a whole office. `visitors`: all others at one address, who cannot use up the members' quota.
 */
type Rules = { account?: Rule; members?: Rule; visitors?: Rule };

const MINUTE = 60;
export const RATE_LIMITS = {
  /** Sign-ins, right or wrong, because each costs processor time. guesses.ts limits wrong ones more strictly. */
  login: {
    account: { points: 100, seconds: 15 * MINUTE },
    // known browsers: unknown ones at the same address cannot use up this quota
    members: { points: 3000, seconds: 15 * MINUTE },
    visitors: { points: 1000, seconds: 15 * MINUTE },
  },
  /** Browsers that become known at one address. A known browser has its own quota. */
  newBrowser: { visitors: { points: 100, seconds: 60 * MINUTE } },
  /** Registration forms, successful or not. */
  register: {
    account: { points: 30, seconds: 10 * MINUTE },
    visitors: { points: 200, seconds: 10 * MINUTE },
  },
  /** Requests for a mail about a forgotten password. The database also counts the mails of an account. */
  forgot: {
    account: { points: 10, seconds: 60 * MINUTE },
    visitors: { points: 10, seconds: 60 * MINUTE },
  },
  /** Passwords, codes and links typed outside the sign-in. guesses.ts also limits wrong ones. */
  proof: {
    account: { points: 30, seconds: 15 * MINUTE },
    visitors: { points: 60, seconds: 15 * MINUTE },
  },
  /** New accounts at one address, such as a school or a carrier's gateway. `NEW_ACCOUNTS_PER_ADDRESS` sets another number. */
  newAccount: { visitors: { points: 300, seconds: 60 * MINUTE } },
  /** New accounts by Discord at one address, counted apart from the others. */
  newByDiscord: { visitors: { points: 300, seconds: 60 * MINUTE } },
  /** New accounts by one join link, from any address. */
  newByLink: { account: { points: 60, seconds: MINUTE } },
  /** Guests created at one address, in an hour and in a day. */
  newGuest: { visitors: { points: 5, seconds: 60 * MINUTE } },
  newGuestToday: { visitors: { points: 20, seconds: 24 * 60 * MINUTE } },
  wrongJoinCode: { visitors: { points: 20, seconds: 10 * MINUTE } },
  wrongInvitation: {
    account: { points: 20, seconds: 10 * MINUTE },
    // a whole class at one address may mistype, and each account has its own limit
    members: { points: 200, seconds: 10 * MINUTE },
    visitors: { points: 20, seconds: 10 * MINUTE },
  },
  newLeague: { account: { points: 5, seconds: 60 * MINUTE } },
  /** Contact messages, which are stored and mailed. */
  contact: {
    account: { points: 5, seconds: 10 * MINUTE },
    members: { points: 15, seconds: 10 * MINUTE },
    visitors: { points: 15, seconds: 10 * MINUTE },
  },
  /** A staff member's answers to contact messages. */
  reply: { account: { points: 30, seconds: 60 * MINUTE } },
  /**
   * Reads that cost processor time: bars, searches, scans, long lists. Four panels that open at once need twelve
   * reads; each change of interval needs one.
   */
  read: { account: { points: 60, seconds: 3 }, visitors: { points: 60, seconds: 3 } },
  /** Files that take the server seconds to write. */
  bundle: {
    account: { points: 20, seconds: 10 * MINUTE },
    visitors: { points: 20, seconds: 10 * MINUTE },
  },
  trade: { account: { points: 120, seconds: 10 }, members: { points: 1200, seconds: 10 } },
  /** The hub limits how many sockets stay open. */
  socket: {
    account: { points: 120, seconds: MINUTE },
    visitors: { points: 120, seconds: MINUTE },
  },
  /** All other writes. */
  change: {
    account: { points: 120, seconds: MINUTE },
    members: { points: 1200, seconds: MINUTE },
    visitors: { points: 300, seconds: MINUTE },
  },
} as const satisfies Record<string, Rules>;

export type Limited = keyof typeof RATE_LIMITS;
/**
 * Each process counts these alone, because they guard its processor time, and a count in the database costs about as
 * much as an order. All processes share the other counts.
 */
const PER_PROCESS: ReadonlySet<string> = new Set<Limited>(['read', 'socket', 'trade']);
/**
 * `account`: the id of a user or of a known browser, or the code of a join link; absent for any other caller.
 * `address`: absent when only the account counts.
 */
type Caller = { account?: string | number; address?: string };
export type Try = { /** Takes the try back. */ forgive(): Promise<void> };

export type RateLimits = ReturnType<typeof createRateLimits>;

/** @throws TOO_MANY with the seconds until the next try */
export async function consume(limiter: RateLimiterAbstract, key: string, kind?: Limited): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw tooMany(refused.msBeforeNext, kind);
  }
}

/**
 * Returns the refusal. Its text has minutes for a wait above two minutes, and always for new accounts and guests.
 * @param waitMs until the next try @param kind what was tried
 */
export function tooMany(waitMs: number, kind?: Limited) {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const headers = { 'retry-after': String(seconds) };
  const minutes = Math.ceil(seconds / MINUTE);
  if (kind === 'newAccount' || kind === 'newByDiscord')
    return fail('TOO_MANY.accounts', { params: { minutes }, headers });
  if (kind === 'newGuest' || kind === 'newGuestToday')
    return fail('TOO_MANY.guests', { params: { minutes }, headers });
  if (seconds > 2 * MINUTE) return fail('TOO_MANY.minutes', { params: { minutes }, headers });
  return fail('TOO_MANY', { params: { seconds }, headers });
}

/** @param shared creates counters for all processes; default: in this process's memory */
export function createRateLimits(
  {
    rateLimit,
    newAccountsPerAddress,
  }: Pick<Settings, 'rateLimit'> & Partial<Pick<Settings, 'newAccountsPerAddress'>>,
  shared: CreateCounter = inMemory,
) {
  const all: Record<Limited, Rules> = { ...RATE_LIMITS };
  if (newAccountsPerAddress !== undefined)
    for (const kind of ['newAccount', 'newByDiscord'] as const)
      all[kind] = { visitors: { ...RATE_LIMITS[kind].visitors, points: newAccountsPerAddress } };
  const limiters = new Map(
    Object.entries(all).flatMap(([kind, rules]) =>
      Object.entries(rules).map(([by, { points, seconds }]: [string, Rule]) => [
        `${kind} ${by}`,
        (PER_PROCESS.has(kind) ? inMemory : shared)({ name: `${kind} ${by}`, points, seconds }),
      ]),
    ),
  );

  return {
    /** Counts a try; call it before the work. @throws TOO_MANY */
    async count(kind: Limited, { account, address }: Caller): Promise<Try> {
      if (!rateLimit) return { async forgive() {} };
      const counted: { limiter: RateLimiterAbstract; key: string }[] = [];
      const forgive = async () => {
        for (const { limiter, key } of counted) await limiter.reward(key);
      };
      // the account first: its refused tries must not use up the quota of others at its address
      const keys = [
        ['account', account],
        [account === undefined ? 'visitors' : 'members', address],
      ] as const;
      for (const [by, key] of keys) {
        const limiter = limiters.get(`${kind} ${by}`);
        if (!limiter || key === undefined) continue;
        await consume(limiter, String(key), kind);
        counted.push({ limiter, key: String(key) });
      }
      return { forgive };
    },
  };
}
