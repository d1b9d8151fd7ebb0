/** Builds the visitors' home page from memory: season, top of the leaderboard, chart, newest seed hash and proof. */
import type {
  LandingChart,
  LandingRow,
  LandingSeason,
  LandingView,
  TimeUnits,
} from '#components/home/landing-view.ts';
import { PAGE_SIZE } from '#core/contract/pages.ts';
import type { LeaderboardRow } from '#core/leaderboard/row.ts';
import {
  changeFigure,
  formatDollars,
  formatMoment,
  formatNumber,
  formatTime,
  prizeFigure,
} from '#core/locale/format.ts';
import { changePercent, priceText } from '#core/market/price-text.ts';
import type { Cents } from '#core/money/units.ts';
import { joinableSeason } from '#core/season/season.ts';
import { returnPercent } from '#core/trading/pnl.ts';
import { marketLabel } from '#market/market.ts';
import { VISITOR } from '../account/privacy.ts';
import { reviewText } from '../prizes/deal.ts';
import { nextStartOrNull } from '../season/seasons.ts';
import type { Services, Using } from '../services.ts';
import type { FrontChart } from './front.ts';

const TOP = 5;
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];

type Context = Using<
  'clock' | 'databaseClock' | 'front' | 'leaderboard' | 'log' | 'market' | 'seasons' | 'settings'
>;

export async function readLanding(ctx: Context): Promise<LandingView> {
  const { services } = ctx;
  const { seasons, front } = services;
  const season = seasons.current();
  const [top, { chart, lock, proof }] = await Promise.all([
    leadersOf(services, seasons.startCash(), TOP),
    front.read(),
  ]);
  const number = season?.number ?? 1;
  const isOver = season?.endedAt != null;
  return {
    startCash: formatDollars(seasons.joinableStartCash()),
    joins: joinableSeason(season),
    season: seasonOf(ctx, number, isOver),
    top,
    isFinal: isOver,
    review: season && reviewText(season, { ...ctx, now: services.clock.now() }),
    chart: chart && chartOf(ctx, chart),
    lock,
    proof: {
      season: proof?.season ?? number,
      isPublic: proof !== null && proof.publicFrom <= services.databaseClock.now(),
    },
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

/** Splits a duration into days and hours, or a duration of less than a day into hours and minutes. */
function timeLeft(ms: number): TimeUnits {
  const units: TimeUnits = [
    { unit: 'day', count: Math.floor(ms / DAY_MS) },
    { unit: 'hour', count: Math.floor(ms / HOUR_MS) % 24 },
    { unit: 'minute', count: Math.floor(ms / MINUTE_MS) % 60 },
  ];
  return ms < DAY_MS ? units.slice(1) : units.slice(0, 2);
}

/**
 * Returns the traders with a place among the first `count` rows, as visitors see them; null when the leaderboard
 * cannot be read.
 */
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
  const change = changeFigure(returnPercent(equity, startCash));
  return { username, logo, place, hasPage, isSimulated, change };
}

export function chartOf({ services, t, zone }: Using<'market'>, chart: FrontChart): LandingChart {
  const { profile, quote, candles, fills, drawnAt } = chart;
  const change = Number(quote.prevClose) > 0 ? changePercent(quote.price, quote.prevClose!) : null;
  return {
    symbol: profile.symbol,
    name: profile.companyName,
    exchange: profile.exchange,
    price: priceText(quote.price),
    change: change === null ? null : changeFigure(change),
    candles: candles.map(({ date: _, ...candle }) => candle),
    source: t(...marketLabel(services.market)),
    trades: { count: fills, text: formatNumber(fills) },
    time: formatTime(drawnAt, zone),
  };
}
