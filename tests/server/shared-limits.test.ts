/** All processes together count every limit but those that guard a process's own time. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createGuesses, GUESSES } from '#services/account/guesses.ts';
import {
  createRateLimits,
  forAllProcesses,
  type Limited,
  RATE_LIMITS,
} from '#services/platform/rate-limit.ts';
import { type TestDatabase, testDatabase } from '../helpers/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

const accepted = async (tries: Promise<unknown>[]) =>
  (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled').length;

const KINDS = Object.keys(RATE_LIMITS) as Limited[];

test.each(KINDS)('two processes together: %s', async (kind) => {
  const one = () => createRateLimits({ rateLimit: true }, forAllProcesses(database.sql));
  const [a, b] = [one(), one()];
  const rules: { account?: { points: number }; visitors?: { points: number } } = RATE_LIMITS[kind];
  const processes = ['read', 'socket', 'trade'].includes(kind) ? 2 : 1;
  const { points } = (rules.account ?? rules.visitors)!;
  const caller = rules.account ? { account: 1 } : { address: '10.0.0.1' };
  const tries = Array.from({ length: points * 4 }, (_, n) => (n % 2 ? a : b).count(kind, caller));
  expect(await accepted(tries)).toBe(processes * points);
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
