/** Replays of small files, by a clock that the test controls. */
import { parsePriceFile } from '#market/files/csv.ts';
import { createReplayMarket } from '#market/files/market.ts';

export const msOf = (iso: string) => Date.parse(iso);

export const HEADER = 'Date,Open,High,Low,Close,Volume\n';
/** A rising day, a falling one, two days without prices and one more. */
export const DAILY = parsePriceFile(
  'AAPL.csv',
  `${HEADER}2016-01-08,97,99,96,98,900\n2016-01-05,103,104,101,102,500\n2016-01-04,100,103,99.5,102.123456,1000\n`,
);

/** Creates a replay that is at `from`. */
export function replay(
  from: string,
  options: { hours?: 'always' | 'us'; speed?: number; files?: (typeof DAILY)[] } = {},
) {
  let wall = 1_000_000;
  const { files = [DAILY], ...rest } = options;
  const market = createReplayMarket(files, { from: msOf(from), clock: () => wall, ...rest });
  return {
    market,
    /** Advances the wall clock. */
    pass(ms: number) {
      wall += ms;
    },
    days: async () =>
      (await market.candles('AAPL', '1D', 0, 4e9)).map((c) => ({
        ...c,
        time: new Date(c.time * 1000).toISOString().slice(0, 10),
      })),
  };
}
