/** Chart, newest seed hash and newest proof of the home pages, shared by all readers for GOOD_FOR_MS. */
import { DEFAULT_SYMBOL } from '#core/market/ticker.ts';
import type { Sql } from '#db/client.ts';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import { mostTraded } from '#db/queries/trading/trades.ts';
import { type CandlesBody, candlesFor } from '#market/candles.ts';
import type { Market, Profile, Quote } from '#market/market.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { bundleFrom } from '../proof/bundle.ts';
import type { Seasons } from '../season/seasons.ts';

const DAY_MS = 86_400_000;
const GOOD_FOR_MS = 60_000;

export type FrontChart = {
  profile: Profile;
  quote: Quote;
  candles: CandlesBody['answer']['candles'];
  fills: number;
  /** Epoch ms. */
  drawnAt: number;
};
type Front = {
  /**
   * The chart of the symbol with the most fills in 24 hours, or of the default symbol when nobody traded; null after a
   * failed read.
   */
  chart: FrontChart | null;
  /** SHA-256 of the season's newest seed, hex; null before the first seed, and after a failed read. */
  lock: { season: number; hash: string } | null;
  /**
   * The newest season that is over. `publicFrom`: when its bundle becomes public, epoch ms. Null before the end of the
   * first season, and after a failed read.
   */
  proof: { season: number; publicFrom: number } | null;
};

type Deps = {
  sql: Sql;
  market: Market;
  seasons: Pick<Seasons, 'current' | 'commitments' | 'onChange'>;
  clock: Clock;
  log: Pick<Log, 'warn'>;
};

export function createFront(deps: Deps) {
  const { clock, log, seasons } = deps;
  let newest: Front = { chart: null, lock: null, proof: null };
  /** The first read. Every request waits for it. */
  let first: Promise<void> | undefined;
  let until = 0;
  seasons.onChange(() => {
    until = 0;
  });

  async function refresh(): Promise<void> {
    const missing = (err: unknown) => {
      log.warn({ err }, 'a part of the front page could not be read');
      return null;
    };
    const [chart, lock, proof] = await Promise.all([
      readChart(deps).catch(missing),
      readLock(deps).catch(missing),
      readProof(deps).catch(missing),
    ]);
    newest = { chart, lock, proof };
  }

  return {
    /** Returns the cached data. While a new read is under way, it returns the previous data. */
    async read(): Promise<Front> {
      if (clock.now() >= until) {
        until = clock.now() + GOOD_FOR_MS;
        const reading = refresh();
        first ??= reading;
      }
      await first;
      return newest;
    },
  };
}

async function readChart({ sql, market, seasons, clock }: Deps): Promise<FrontChart> {
  const since = new Date(clock.now() - DAY_MS);
  const traded = await mostTraded(sql, seasons.current()?.id ?? 0, since);
  const symbol = traded?.symbol ?? DEFAULT_SYMBOL;
  const [body, profile, quote] = await Promise.all([
    candlesFor(market, { symbol, interval: '1D', from: undefined, to: undefined }),
    market.profile(symbol),
    market.quote(symbol),
  ]);
  const { candles } = body.answer;
  return { profile, quote, candles, fills: traded?.fills ?? 0, drawnAt: clock.now() };
}

async function readLock({ seasons }: Deps): Promise<Front['lock']> {
  const season = seasons.current();
  const newest = season && (await seasons.commitments(season)).at(-1);
  return season && newest ? { season: season.number, hash: newest.hash } : null;
}

async function readProof({ sql, seasons }: Deps): Promise<Front['proof']> {
  const newest = seasons.current();
  if (!newest) return null;
  const ended = newest.endedAt ? newest : await seasonByNumber(sql, newest.number - 1);
  return ended && { season: ended.number, publicFrom: await bundleFrom(sql, ended) };
}
