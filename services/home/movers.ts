/** The largest price moves since the last close, shared by all readers for GOOD_FOR_MS. */
import { createCache } from '#core/cache.ts';
import type { Market, ScreenRow } from '#market/market.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

const MOVERS = 5;
const MOST_ROWS = 500;
const GOOD_FOR_MS = 10_000;
/** How long a symbol's closes of the newest day are cached, ms: each read costs a request to the provider. */
const COURSE_FOR_MS = 300_000;
const MOST_POINTS = 16;
const DAY_S = 86_400;

type Mover = Pick<ScreenRow, 'symbol' | 'price'> & {
  changePercent: number;
  course: number[];
};

export function createMovers(deps: {
  market: Pick<Market, 'screen' | 'candles' | 'now'>;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}) {
  const { market, clock, log } = deps;
  const newest = createCache<Mover[]>({ ttlMs: GOOD_FOR_MS, max: 1, now: clock.now });
  const courses = createCache<number[]>({ ttlMs: COURSE_FOR_MS, max: 50, now: clock.now });

  async function find(): Promise<Mover[]> {
    const rows = await market.screen({ limit: MOST_ROWS });
    const movers = rows
      .flatMap(({ symbol, price, changePercent }) =>
        changePercent === null ? [] : [{ symbol, price, changePercent }],
      )
      .sort((a, b) => Math.abs(b.changePercent) - Math.abs(a.changePercent))
      .slice(0, MOVERS);
    return await Promise.all(
      movers.map(async (mover) => {
        const { symbol, price, changePercent } = mover;
        const between = await courses.get(symbol, () => readCloses(symbol)).catch(() => []);
        return { ...mover, course: [price / (1 + changePercent / 100), ...between, price] };
      }),
    );
  }

  /** Returns up to MOST_POINTS closes of 15-minute bars of the newest day (UTC). */
  async function readCloses(symbol: string): Promise<number[]> {
    const now = Math.floor(market.now() / 1000);
    const bars = await market.candles(symbol, '15m', now - 4 * DAY_S, now);
    const day = Math.floor((bars.at(-1)?.time ?? 0) / DAY_S);
    const closes = bars.filter(({ time }) => Math.floor(time / DAY_S) === day).map(({ close }) => close);
    const step = Math.ceil(closes.length / MOST_POINTS);
    return closes.filter((_, i) => i % step === 0);
  }

  return {
    /** Returns the five largest moves, up or down, largest first; none while the market is unavailable. */
    find: (): Promise<Mover[]> =>
      newest.get('movers', () =>
        find().catch((err) => {
          log.warn({ err }, 'the movers could not be found');
          return [];
        }),
      ),
  };
}
