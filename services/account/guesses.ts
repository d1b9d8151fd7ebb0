/**
 * Counts wrong passwords by address and name together, so that a guesser locks out nobody else. Two more counts, by
 * name and by address alone, delay tries; many tries from one address are refused. While a name is under attack, an
 * address and its network have fewer tries at that name. A signed-in user, and a browser that signed in to the name
 * before, have a separate count that strangers cannot use up.
 */
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { type CreateCounter, consume, inMemory, type Try, tooMany } from '../platform/rate-limit.ts';
import type { Settings } from '../platform/settings.ts';

const SECONDS = 15 * 60;
export const GUESSES = {
  /** Most wrong passwords of one known browser, and of one address at one name. */
  own: 10,
  /** Wrong passwords at one name, after which the name is under attack and each further try waits. */
  name: 50,
  /** Most tries of one address at a name under attack. */
  underAttack: 3,
  /** Most tries of an IPv6 /48, or of an IPv4 address, at a name under attack. */
  site: 30,
  /** Wrong passwords of one address, after which each further try waits; above `addressMost` tries are refused. */
  address: 50,
  addressMost: 500,
} as const;

/** Delay for each try above `name` or `address`, and the longest delay, ms. */
const STEP_MS = 100;
const MOST_MS = 5_000;

/**
 * `browser`: key of a separate count, for a browser that signed in to this name before, a signed-in user, or a second
 * factor.
 */
export type Guess = { name: string; address: string; browser?: string | undefined };

export type Guesses = ReturnType<typeof createGuesses>;

/**
 * @param deps.counter creates the counters; default: in this process's memory
 * @param deps.wait resolves after a number of ms
 */
export function createGuesses(deps: {
  settings: Pick<Settings, 'rateLimit'>;
  counter?: CreateCounter;
  wait?: (ms: number) => Promise<unknown>;
}) {
  const { settings, counter: create = inMemory, wait = (ms) => Bun.sleep(ms) } = deps;
  const counter = (name: string, points: number) =>
    create({ name: `guess ${name}`, points, seconds: SECONDS });
  const browsers = counter('browser', GUESSES.own);
  const pairs = counter('pair', GUESSES.own);
  const sites = counter('site', GUESSES.site);
  const names = counter('name', GUESSES.name);
  const addresses = counter('address', GUESSES.addressMost);

  /** @throws TOO_MANY */
  async function countStranger({ name, address }: Guess): Promise<Try> {
    const counted: [RateLimiterAbstract, string][] = [];
    const add = async (counter: RateLimiterAbstract, key: string, most: number = counter.points) => {
      const { consumedPoints, msBeforeNext } = await counter.penalty(key);
      if (consumedPoints > most) throw tooMany(msBeforeNext);
      counted.push([counter, key]);
      return consumedPoints;
    };
    const isUnderAttack = ((await names.get(name))?.consumedPoints ?? 0) >= GUESSES.name;
    await add(pairs, `${address} ${name}`, isUnderAttack ? GUESSES.underAttack : GUESSES.own);
    if (isUnderAttack) await add(sites, `${siteOf(address)} ${name}`);
    const over = Math.max(
      (await add(addresses, address)) - GUESSES.address,
      (await add(names, name, Number.POSITIVE_INFINITY)) - GUESSES.name,
    );
    if (over > 0) await wait(Math.min(MOST_MS, over * STEP_MS));
    return {
      async forgive() {
        for (const [counter, key] of counted) await counter.reward(key);
      },
    };
  }

  return {
    /**
     * Counts a guess before it is checked; `forgive` undoes the count. Unknown names are counted like existing ones.
     * @throws TOO_MANY
     */
    async count(guess: Guess): Promise<Try> {
      if (!settings.rateLimit) return { async forgive() {} };
      const { browser, name } = guess;
      if (!browser) return await countStranger(guess);
      const key = `${browser} ${name}`;
      await consume(browsers, key);
      return {
        async forgive() {
          await browsers.reward(key);
        },
      };
    },
  };
}

/** Returns the IPv6 /48 of a /64, because one customer often has a whole /48; returns an IPv4 address unchanged. */
const siteOf = (address: string) => address.replace(/:[0-9a-f]+::\/64$/, '::/48');
