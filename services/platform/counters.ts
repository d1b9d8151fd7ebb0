/** Counts of tries: in this process's memory, or in the database for all processes together. */
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Sql } from '#db/client.ts';
import { LIMITS_TABLE, limitStore } from '#db/queries/platform/requests.ts';

/** `name` tells its keys from those of others; so many `points` in so many `seconds`. */
export type CounterRule = { name: string; points: number; seconds: number };
export type CreateCounter = (rule: CounterRule) => RateLimiterAbstract;

const DIGEST_CHARS = 32;

/** Names and addresses that were only claimed are not for a table, and may be of any length. */
class SharedCounter extends RateLimiterPostgres {
  override getKey(key: string | number): string {
    const digest = new Bun.CryptoHasher('sha256').update(`${this.keyPrefix}:${key}`).digest('hex');
    return digest.slice(0, DIGEST_CHARS);
  }
}

/** Counts that are this process's own. */
export const inMemory: CreateCounter = ({ name, points, seconds }) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });

/** Counts of all processes; while the database is away each goes on with its own. */
export function forAllProcesses(sql: Sql): CreateCounter {
  const store = { storeClient: limitStore(sql), storeType: 'pool', tableName: LIMITS_TABLE };
  const own = { tableCreated: true, clearExpiredByTimeout: false };
  return (rule) => {
    const { name, points, seconds } = rule;
    const insuranceLimiter = inMemory(rule);
    return new SharedCounter({
      ...store,
      ...own,
      keyPrefix: name,
      points,
      duration: seconds,
      insuranceLimiter,
    });
  };
}
