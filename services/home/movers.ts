/** What moved most since the last close, for every reader of the home page. */
import type { Market, ScreenRow } from '#market/market.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

const MOVERS = 5;
/** As many rows as a market gives at once. */
const MOST_ROWS = 500;
/** How long an answer is good for, ms. */
const GOOD_FOR_MS = 10_000;

export type Mover = Pick<ScreenRow, 'symbol' | 'price'> & { changePercent: number };

export function createMovers(deps: { market: Pick<Market, 'screen'>; clock: Clock; log: Log }) {
  const { market, clock, log } = deps;
  let newest: Promise<Mover[]> = Promise.resolve([]);
  let until = 0;

  async function find(): Promise<Mover[]> {
    const rows = await market.screen({ limit: MOST_ROWS });
    return rows
      .flatMap(({ symbol, price, changePercent }) =>
        changePercent === null ? [] : [{ symbol, price, changePercent }],
      )
      .sort((a, b) => Math.abs(b.changePercent) - Math.abs(a.changePercent))
      .slice(0, MOVERS);
  }

  return {
    /** The largest moves first, up or down; none while the market cannot tell. */
    find(): Promise<Mover[]> {
      if (clock.now() < until) return newest;
      until = clock.now() + GOOD_FOR_MS;
      newest = find().catch((err) => {
        log.warn({ err }, 'the movers could not be found');
        return [];
      });
      return newest;
    },
  };
}
