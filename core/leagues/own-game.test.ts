import { expect, test } from 'bun:test';
import { cents } from '../money/units.ts';
import {
  changedTerms,
  type GameTerms,
  gameChangeProblem,
  gameTimesProblem,
  rulesOfGame,
} from './own-game.ts';

const NOW = Date.UTC(2026, 10, 29, 10, 0, 30);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const terms: GameTerms = {
  startCash: cents(100_000_00n),
  rules: rulesOfGame({ tickers: ['AAPL'] }),
  startsAt: NOW,
  endsAt: NOW + DAY,
  positionView: 'end',
};

test('a game starts within 90 days and lasts from an hour to 366 days, in whole minutes', () => {
  for (const [startsAt, endsAt, problem] of [
    [NOW, NOW + HOUR, null],
    // a form in whole minutes, sent within the minute
    [NOW, NOW + HOUR - 30_000, null],
    [NOW, NOW + HOUR - 60_000, 'endsAt'],
    [NOW, NOW + 366 * DAY, null],
    [NOW, NOW + 366 * DAY + 60_000, 'endsAt'],
    [NOW + 90 * DAY, NOW + 91 * DAY, null],
    [NOW + 90 * DAY + 1, NOW + 91 * DAY, 'startsAt'],
    [NOW - HOUR, NOW + HOUR, null],
    [NOW - HOUR - 1, NOW + HOUR, 'startsAt'],
    [NOW - 5 * DAY, NOW + DAY, 'startsAt'],
  ] as const)
    expect([startsAt, endsAt, gameTimesProblem({ startsAt, endsAt }, NOW)?.field ?? null]).toEqual([
      startsAt,
      endsAt,
      problem,
    ]);
});

test('the start of a game that runs may be past', () => {
  const running = { startsAt: NOW - 5 * DAY, endsAt: NOW + DAY };
  expect(gameTimesProblem(running, NOW, running.startsAt)).toBeNull();
  expect(gameTimesProblem({ ...running, endsAt: NOW - DAY }, NOW, running.startsAt)?.field).toBe('endsAt');
});

test('what a request leaves out stays, and a time of the same minute is the previous one', () => {
  expect(changedTerms(terms, { rules: {} }, NOW)).toEqual(terms);
  const minute = NOW - 30_000;
  expect(changedTerms(terms, { startsAt: minute, endsAt: minute + DAY, rules: {} }, NOW)).toEqual(terms);
  expect(changedTerms(terms, { rules: { tickers: null } }, NOW).rules.tickers).toBeNull();
});

test('the first setting that is fixed is named', () => {
  const alone = { phase: 'running', hasOthers: false, hasTrades: false, hasOrders: false } as const;
  const joined = { ...alone, hasOthers: true };
  const cash = { ...terms, startCash: cents(5_000_00n) };
  expect(gameChangeProblem(terms, cash, alone)).toBeNull();
  expect(gameChangeProblem(terms, cash, { ...alone, hasTrades: true })).toEqual({
    field: 'startCash',
    code: 'fixedOnceTraded',
  });
  expect(gameChangeProblem(terms, cash, { ...alone, hasOrders: true })?.code).toBe('fixedWhileOrdersWait');
  expect(gameChangeProblem(terms, cash, joined)?.code).toBe('fixedOnceJoined');
  const rules = { ...terms, rules: rulesOfGame({ tickers: ['AAPL', 'MSFT'] }) };
  expect(gameChangeProblem(terms, rules, alone)).toBeNull();
  expect(gameChangeProblem(terms, rules, joined)).toEqual({ field: 'tickers', code: 'fixedOnceJoined' });
  const later = { ...terms, startsAt: NOW + HOUR };
  expect(gameChangeProblem(terms, later, { ...joined, phase: 'before' })).toBeNull();
  expect(gameChangeProblem(later, terms, { ...joined, phase: 'before' })?.code).toBe('onlyLater');
  expect(gameChangeProblem(terms, later, alone)).toEqual({ field: 'startsAt', code: 'fixedOnceStarted' });
  expect(gameChangeProblem(terms, { ...terms, endsAt: NOW + 2 * DAY }, joined)).toBeNull();
  expect(gameChangeProblem(terms, { ...terms, endsAt: NOW + HOUR }, joined)?.field).toBe('endsAt');
});
