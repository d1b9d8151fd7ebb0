/** Tries to sign in are counted for all processes together. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createGuesses, GUESSES } from '#services/account/guesses.ts';
import { createRateLimits, forAllProcesses, RATE_LIMITS } from '#services/platform/rate-limit.ts';
import { type TestDatabase, testDatabase } from '../helpers/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

const accepted = async (tries: Promise<unknown>[]) =>
  (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled').length;

test('two processes take as many sign-ins of an address as one, others count for themselves', async () => {
  const one = () => createRateLimits({ rateLimit: true }, forAllProcesses(database.sql));
  const [a, b] = [one(), one()];
  const address = '10.0.0.1';
  const { points } = RATE_LIMITS.newAccount.visitors;
  const tries = Array.from({ length: points * 4 }, (_, n) =>
    (n % 2 ? a : b).count('newAccount', { address }),
  );
  expect(await accepted(tries)).toBe(points);
  const { points: reads } = RATE_LIMITS.read.visitors;
  const counts = Array.from({ length: reads * 4 }, (_, n) => (n % 2 ? a : b).count('read', { address }));
  expect(await accepted(counts)).toBe(2 * reads);
});

test('two processes take as many wrong passwords at a name as one, a right one is forgiven in both', async () => {
  const one = () =>
    createGuesses({
      settings: { rateLimit: true },
      counter: forAllProcesses(database.sql),
      wait: async () => {},
    });
  const [a, b] = [one(), one()];
  // longer than any column: the name in a guess may be any text
  const guess = { name: 'x'.repeat(5_000), address: '10.0.0.2' };
  const right = await a.count(guess);
  await right.forgive();
  const tries = Array.from({ length: GUESSES.own * 4 }, (_, n) => (n % 2 ? a : b).count(guess));
  expect(await accepted(tries)).toBe(GUESSES.own);
  const rows = await database.sql<{ key: string }[]>`select key from rate_limits`;
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ key }) => /^[\da-f]{32}$/.test(key))).toBe(true);
});

test('known browsers of one address have a limit together, and strangers there one of their own', async () => {
  const limits = createRateLimits({ rateLimit: true });
  const { account, members } = RATE_LIMITS.login;
  const address = '10.0.0.4';
  const count = (browser: number) => limits.count('login', { account: `device ${browser}`, address });
  const browsers = Array.from({ length: members.points / account.points + 1 }, (_, n) => n);
  const tries = browsers.flatMap((browser) => Array.from({ length: account.points }, () => count(browser)));
  expect(await accepted(tries)).toBe(members.points);
  expect(await accepted([limits.count('login', { address })])).toBe(1);
});

test('without the database each process goes on counting for itself', async () => {
  const away = await testDatabase();
  const limits = createRateLimits({ rateLimit: true }, forAllProcesses(away.sql));
  await away.drop();
  const { points } = RATE_LIMITS.newAccount.visitors;
  const tries = Array.from({ length: points * 2 }, () => limits.count('newAccount', { address: '10.0.0.3' }));
  expect(await accepted(tries)).toBe(points);
});
