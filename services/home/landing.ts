/**
 * The data of the home page for visitors, from memory: season, first five of the leaderboard, chart and newest seed
 * hash.
 */
import type {
  LandingChart,
  LandingRow,
  LandingSeason,
  LandingView,
  TimeUnits,
} from '#components/home/landing-view.ts';
import { type LeaderboardRow, PAGE_SIZE } from '#core/leaderboard/row.ts';
import {
  formatChange,
  formatDollars,
  formatMoment,
  formatNumber,
  formatTime,
  prizeFigure,
} from '#core/locale/format.ts';
import { changePercent, priceText } from '#core/market/price-text.ts';
import { DEFAULT_SYMBOL } from '#core/market/ticker.ts';
import { readCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import { returnPercent } from '#core/trading/pnl.ts';
import type { Sql } from '#db/client.ts';
import { mostTraded } from '#db/queries/trading/trades.ts';
import { type CandlesBody, candlesFor } from '#market/candles.ts';
import { labelOf, type Market, type Profile, type Quote } from '#market/market.ts';
import { VISITOR } from '../account/privacy.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { nextStartOrNull } from '../season/next-start.ts';
import type { Seasons } from '../season/seasons.ts';
import type { Services, Using } from '../services.ts';

/** How long chart and seed hash are cached, ms. */
const GOOD_FOR_MS = 60_000;

type FrontChart = {
  profile: Profile;
  quote: Quote;
  candles: CandlesBody['answer']['candles'];
  /** Of the last 24 hours. */
  fills: number;
  /** Epoch ms. */
  drawnAt: number;
};
type Front = {
  /** Of the symbol traded most; null while the market cannot tell. */
  chart: FrontChart | null;
  /** SHA-256 of the newest seed of the season, hexadecimal; null before there is one. */
  lock: { season: number; hash: string } | null;
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
  let newest: Front = { chart: null, lock: null };
  let reading: Promise<void> | null = null;
  let until = 0;
  seasons.onChange(() => {
    until = 0;
  });

  async function refresh(): Promise<void> {
    const missing = (err: unknown) => {
      log.warn({ err }, 'a part of the front page could not be read');
      return null;
    };
    const [chart, lock] = await Promise.all([readChart(deps).catch(missing), readLock(deps).catch(missing)]);
    newest = { chart, lock };
  }

  return {
    /** Returns the cached chart and seed hash. An expired entry is returned once more while a new one is read. */
    async read(): Promise<Front> {
      const isFirst = reading === null;
      if (clock.now() >= until) {
        until = clock.now() + GOOD_FOR_MS;
        reading = refresh();
      }
      if (isFirst) await reading;
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

const TOP = 5;
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];

type Context = Using<'clock' | 'front' | 'leaderboard' | 'log' | 'market' | 'seasons' | 'settings'>;

export async function readLanding(ctx: Context): Promise<LandingView> {
  const { services } = ctx;
  const { seasons, settings, front } = services;
  const season = seasons.current();
  const startCash = season ? readCents(season.startCash) : settings.startingBalance;
  const [top, { chart, lock }] = await Promise.all([leadersOf(services, startCash, TOP), front.read()]);
  const number = season?.number ?? 1;
  const isOver = season?.endedAt != null;
  return {
    startCash: formatDollars(startCash),
    joins: isOver ? number + 1 : number,
    season: seasonOf(ctx, number, isOver),
    top,
    isFinal: isOver,
    chart: chart && chartOf(ctx, chart),
    lock,
    proof: { season: isOver || number === 1 ? number : number - 1, isPublic: isOver || number > 1 },
  };
}

function seasonOf(
  { services, locale, zone }: Using<'clock' | 'leaderboard' | 'seasons'>,
  number: number,
  isOver: boolean,
): LandingSeason {
  const { seasons, leaderboard, clock } = services;
  const { startsAt, endsAt } = seasons.schedule();
  const msLeft = Math.max(0, (endsAt ?? 0) - clock.now());
  const { traders } = leaderboard.state();
  const { prizePool, prizeSplit } = seasons.details();
  const current = seasons.current();
  return {
    number,
    state: seasons.active() ? 'live' : isOver ? 'over' : 'waiting',
    prize: prizeFigure(prizePool),
    prizePlaces: prizeSplit.length,
    isPractice: current !== null && !isOver && seasons.practice(current).length > 0,
    ends:
      endsAt === null
        ? null
        : {
            iso: new Date(endsAt).toISOString(),
            left: timeLeft(msLeft),
            when: formatMoment(endsAt, { locale, zone }),
          },
    next: nextStartOrNull(services, { locale, zone }),
    isNextPlanned: startsAt !== null,
    traders: { count: traders, text: formatNumber(traders) },
  };
}

/** Returns days and hours; on the last day hours and minutes. */
function timeLeft(ms: number): TimeUnits {
  const units: TimeUnits = [
    { unit: 'day', count: Math.floor(ms / DAY_MS) },
    { unit: 'hour', count: Math.floor(ms / HOUR_MS) % 24 },
    { unit: 'minute', count: Math.floor(ms / MINUTE_MS) % 60 },
  ];
  return ms < DAY_MS ? units.slice(1) : units.slice(0, 2);
}

/** Returns the first rows of the leaderboard; null when it cannot be read. */
export async function leadersOf(
  { leaderboard, log }: Pick<Services, 'leaderboard' | 'log'>,
  startCash: Cents,
  count: number,
): Promise<LandingRow[] | null> {
  try {
    const { rows } = await leaderboard.seenBy(VISITOR).page(1, PAGE_SIZE);
    return rows
      .slice(0, count)
      .flatMap((row) => (row.place === null ? [] : [rowOf(row, row.place, startCash)]));
  } catch (err) {
    log.warn({ err }, 'the leaderboard of the front page could not be read');
    return null;
  }
}

function rowOf(
  { username, logo, equity, hasPage, isSimulated }: LeaderboardRow,
  place: number,
  startCash: Cents,
): LandingRow {
  const change = returnPercent(equity, startCash);
  return {
    username,
    logo,
    place,
    hasPage,
    isSimulated,
    change: { value: change, text: formatChange(change) },
  };
}

export function chartOf(
  { services, t, zone }: Using<'market'>,
  chart: NonNullable<Front['chart']>,
): LandingChart {
  const { profile, quote, candles, fills, drawnAt } = chart;
  const change = Number(quote.prevClose) > 0 ? changePercent(quote.price, quote.prevClose!) : null;
  return {
    symbol: profile.symbol,
    name: profile.companyName,
    exchange: profile.exchange,
    price: priceText(quote.price),
    change: change === null ? null : { value: String(change), text: formatChange(change) },
    candles: candles.map(({ date: _, ...candle }) => candle),
    source: t(`messages:label.${labelOf(services.market)}`),
    trades: { count: fills, text: formatNumber(fills) },
    time: formatTime(drawnAt, zone),
  };
}
