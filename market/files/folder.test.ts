/** Unusable files and starts of a replay: the operator gets a sentence with the cause. */
import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAILY, HEADER, msOf } from '#tests/helpers/price-files.ts';
import { createMarket } from '../index.ts';
import { MarketSetupError } from '../market.ts';
import { startProblem } from './market.ts';

/** Settings that only providers use. */
const NO_PROVIDER = { fmpBaseUrl: '', fmpRequestsPerMinute: 1, finnhubWsUrl: '' };
describe('the folder', () => {
  const dirs: string[] = [];
  const folder = (files: Record<string, string>) => {
    const dir = mkdtempSync(join(tmpdir(), 'replay-'));
    dirs.push(dir);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
    return dir;
  };
  afterAll(() => {
    for (const dir of dirs) rmSync(dir, { recursive: true });
  });
  const settings = { market: 'replay', marketHours: 'always', replaySpeed: 1, ...NO_PROVIDER } as const;

  test('each invalid row is named, the valid ones are used', async () => {
    const warnings: string[] = [];
    const replayDir = folder({
      'AAPL.csv': `${HEADER}2016-01-04,1,2,1,2,5\nrubbish\n2016-01-05,2,1,1,2,5\n`,
      'msft.csv': `${HEADER}2016-01-04,1,2,1,2,5\n`,
      'notes.txt': 'not prices',
    });
    const market = await createMarket(
      { ...settings, replayDir, replayFrom: msOf('2016-01-06T00:00:00Z') },
      { warn: (s) => warnings.push(s) },
    );
    expect(warnings).toEqual([
      'AAPL.csv line 3 is left out: "rubbish" is not a date.',
      'AAPL.csv line 4 is left out: high 1 is below open 2.',
      'REPLAY_FROM, 2016-01-06, is after the last price: the files go from 2016-01-04 to 2016-01-04.',
    ]);
    expect([...(await market.quotes(['AAPL', 'MSFT'])).keys()].sort()).toEqual(['AAPL', 'MSFT']);
    expect(market.source).toBe('replay');
  });

  test.each([
    [
      'a folder that is not there',
      () => '/no/such/folder',
      "REPLAY_DIR must be a folder of CSV files; /no/such/folder can't be read.",
    ],
    ['an empty folder', () => folder({}), 'has none.'],
    [
      'an unreadable file',
      () => {
        const dir = folder({});
        mkdirSync(join(dir, 'A.csv'));
        return dir;
      },
      "A.csv in REPLAY_DIR can't be read.",
    ],
    [
      'a file without its columns',
      () => folder({ 'A.csv': 'Date,Price\n' }),
      'A.csv lacks the columns Open, High, Low, Close, Volume.',
    ],
    [
      'two files of one symbol',
      () =>
        folder({
          'A.csv': `${HEADER}2016-01-04,1,1,1,1,1`,
          'A-1.csv': `${HEADER}2016-01-04,1,1,1,1,1`,
          'A 2.csv': `${HEADER}2016-01-04,1,1,1,1,1`,
        }),
      'two files of A',
    ],
  ])('%s stops the start with a sentence', async (_, make, sentence) => {
    const failure = await createMarket({ ...settings, replayDir: make() }).catch((e) => e);
    expect(failure).toBeInstanceOf(MarketSetupError);
    expect(failure.message).toContain(sentence);
  });
});

describe('a start outside of all files has a sentence', () => {
  test.each([
    [
      '2016-01-03T23:59:59Z',
      'REPLAY_FROM, 2016-01-03, is before the first price: the files go from 2016-01-04 to 2016-01-08.',
    ],
    [
      '2016-01-09',
      'REPLAY_FROM, 2016-01-09, is after the last price: the files go from 2016-01-04 to 2016-01-08.',
    ],
    ['2016-01-04', null],
    ['2016-01-08T15:00:00Z', null],
  ])('%s', (from, problem) => {
    expect(startProblem([DAILY], msOf(from))).toBe(problem);
  });

  test('none is no problem', () => {
    expect(startProblem([DAILY], undefined)).toBeNull();
  });
});
