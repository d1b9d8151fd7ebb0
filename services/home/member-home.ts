/** The data of the members' home page: season, place, equity, positions, movers, newest recording, first steps. */
import type {
  EquityCard,
  FirstStep,
  MemberHomeView,
  PositionsCard,
  PracticeCardView,
  SeasonStripView,
} from '#components/home/member-view.ts';
import type { WaitingView } from '#components/home/WaitingRoom.tsx';
import { canTrade, mayOpenRecording } from '#core/account/permissions.ts';
import { type EquityPoint, equityAt, thinned } from '#core/leaderboard/equity.ts';
import {
  changeFigure,
  formatCents,
  formatChange,
  formatDay,
  formatDollars,
  formatMoment,
  formatNumber,
  formatPnlCents,
  formatPrize,
  formatQuantity,
  formatTime,
} from '#core/locale/format.ts';
import { startOfDay } from '#core/locale/zone.ts';
import { CENT_DIGITS, plainDecimal, readCents, toNumber, writeQuantity } from '#core/money/money.ts';
import { type Cents, subtract } from '#core/money/units.ts';
import { countdownText } from '#core/season/length.ts';
import { joinableSeason } from '#core/season/season.ts';
import { seatOf } from '#db/queries/account/users.ts';
import { newestRecording } from '#db/queries/recordings.ts';
import type { TraderAward } from '#db/queries/season/awards.ts';
import { practiceCash } from '#db/queries/season/practice.ts';
import type { PageContext } from '#framework/define.ts';
import { marketLabel } from '#market/market.ts';
import { readerRow, showInFrame } from '../account/reader.ts';
import { placeGap } from '../leaderboard/table-row.ts';
import { prizeText, reviewText } from '../prizes/deal.ts';
import { closedEntry } from '../season/entry.ts';
import { nextStartOrNull } from '../season/seasons.ts';
import type { Services, Using } from '../services.ts';
import { type AccountView, viewAccount } from '../trading/portfolio.ts';
import { chartOf, leadersOf } from './landing.ts';

const PRACTICE_POINTS = 60;
/** Most positions on their card; /portfolio lists all. */
const MOST_POSITIONS = 4;

type Reader = Using<
  | 'claims'
  | 'clock'
  | 'equity'
  | 'firstSteps'
  | 'front'
  | 'leaderboard'
  | 'log'
  | 'market'
  | 'movers'
  | 'recovery'
  | 'seasons'
  | 'settings'
  | 'sql',
  PageContext<unknown, unknown, 'member'>
>;

export async function readMemberHome(ctx: Reader): Promise<MemberHomeView> {
  const { services, user, t } = ctx;
  const { sql, market, equity, movers, firstSteps, seasons, recovery, claims } = services;
  const [account, practice, course, topMovers, recording, steps, isLosable, awards] = await Promise.all([
    viewAccount(services, user.id),
    viewAccount(services, user.id, 'practice'),
    user.isAdmin ? null : equity.course(user.id),
    movers.find(),
    newestRecording(sql),
    firstSteps.read(user.id),
    recovery.isLosable(user.id),
    claims.ofTrader(user.id),
  ]);
  if (account) showInFrame(ctx.request, account.equity);
  return {
    season: await seasonStrip(ctx),
    waiting: await readWaitingRoom(ctx),
    practice: practice
      ? practiceCard(practice.equity, (await equity.besideSeason(user.id, practice)).points, ctx)
      : { equity: formatCents(await practiceCash(sql)), isOpened: false, today: null, curve: [] },
    prizes: openPrizes(awards, ctx),
    closed: account || user.isAdmin ? null : closedEntry(services, ctx),
    equity: account && !user.isAdmin ? equityCard(account.equity, course?.points ?? [], ctx) : null,
    positions: account && positionsCard(account),
    steps: steps && !user.isAdmin ? stepsOf(steps) : null,
    movers: topMovers.map(({ symbol, price, changePercent, course }) => ({
      symbol,
      course,
      price: formatNumber(price, 2),
      change: changeFigure(changePercent),
    })),
    source: t(...marketLabel(market)),
    recording: recording && {
      id: recording.id,
      title: recording.title,
      isOpen: mayOpenRecording(recording.audience, user),
    },
    canTrade: canTrade(user, seasons.active()),
    wayBack: isLosable ? (recovery.isMailOn ? 'either' : 'codes') : null,
  };
}

const openPrizes = (awards: readonly TraderAward[], { locale, zone }: Reader): MemberHomeView['prizes'] =>
  awards.flatMap(({ season, amount, status, answerBy }) =>
    status === 'offered' && answerBy
      ? [{ season, amount: prizeText(amount), answerBy: formatMoment(answerBy, { locale, zone }) }]
      : [],
  );

async function seasonStrip(ctx: Reader): Promise<SeasonStripView | null> {
  const { services, user, locale, zone, t } = ctx;
  const { seasons, leaderboard, clock } = services;
  const season = seasons.current();
  if (!season) return null;
  const standing = await readerRow(ctx);
  const gap = await placeGap(services, user, standing);
  const isLive = seasons.active();
  const dueAt = seasons.schedule()[isLive ? 'endsAt' : 'startsAt'];
  const words = {
    dayOne: t('chart:dayOne'),
    dayTwo: t('chart:dayTwo'),
    days: t('chart:days', { count: '{count}' }),
  };
  const place = standing?.place ?? null;
  return {
    number: joinableSeason(season),
    isLive,
    prize: formatPrize(seasons.details().prizePool),
    place:
      place === null
        ? null
        : { season: season.number, place, traders: formatNumber(leaderboard.state().traders) },
    gap,
    due:
      dueAt === null
        ? null
        : { iso: new Date(dueAt).toISOString(), left: countdownText(dueAt - clock.now(), words) },
    next: nextStartOrNull(services, { locale, zone }),
    isNextPlanned: seasons.schedule().startsAt !== null,
    startCash: user.isAdmin ? null : formatDollars(seasons.nextStartCash()),
    ended: season.endedAt ? season.number : null,
  };
}

/** @param points the account's equity over time, the start cash first */
function practiceCard(
  equity: AccountView['equity'],
  points: readonly EquityPoint[],
  { services, zone }: Reader,
): PracticeCardView {
  return {
    equity: formatCents(equity),
    isOpened: true,
    today: changeSince(equityAt(points, startOfDay(services.clock.now(), zone)), equity),
    curve: thinned(points, PRACTICE_POINTS).map((point) => toNumber(point.equity, CENT_DIGITS)),
  };
}

/** Returns the change from `before` to `equity`: `value` in cents, `text` in dollars. */
function changeSince(before: Cents, equity: Cents) {
  const change = subtract(equity, before);
  const percent = before === 0n ? 0 : (Number(change) / Number(before)) * 100;
  return { value: String(change), text: formatPnlCents(change), percent: formatChange(percent) };
}

/** @param course equity since the start of the season */
function equityCard(
  equity: AccountView['equity'],
  course: readonly EquityPoint[],
  { services, zone, t }: Reader,
): EquityCard {
  const midnight = startOfDay(services.clock.now(), zone);
  const opening = course.findLast(({ at }) => at <= midnight) ?? course[0];
  if (!opening) return { equity: formatCents(equity), today: null, curve: [], foot: null };
  const today = [
    { ...opening, at: Math.max(opening.at, midnight) },
    ...course.filter(({ at }) => at > midnight),
    { at: services.clock.now(), equity },
  ];
  return {
    equity: formatCents(equity),
    today: changeSince(opening.equity, equity),
    curve: today.map((point) => [point.at, toNumber(point.equity, CENT_DIGITS)] as const),
    foot: {
      from: formatTime(today[0]!.at, zone),
      before: t(opening.at <= midnight ? 'home:equityYesterday' : 'home:equityStart', {
        equity: formatCents(opening.equity),
      }),
      to: formatTime(today.at(-1)!.at, zone),
    },
  };
}

function positionsCard({ items, liveOrders, unrealised }: AccountView): PositionsCard {
  const signed = (amount: Cents) => ({ value: String(amount), text: formatPnlCents(amount) });
  return {
    lines: items
      .slice(-MOST_POSITIONS)
      .reverse()
      .map((item) => ({
        symbol: item.symbol,
        type: item.isShort ? ('short' as const) : ('long' as const),
        quantity: formatQuantity(writeQuantity(item.quantity)),
        pnl: item.pnl === null ? null : signed(item.pnl),
      })),
    count: items.length,
    orders: liveOrders,
    unrealized: signed(unrealised),
  };
}

type Done = NonNullable<Awaited<ReturnType<Services['firstSteps']['read']>>>;

const stepsOf = ({ traded, sawPortfolio, closed, sawTable }: Done): FirstStep[] => [
  { name: 'trade', isDone: traded },
  { name: 'portfolio', isDone: sawPortfolio },
  { name: 'close', isDone: closed },
  { name: 'table', isDone: sawTable },
];

const PODIUM = 3;

/** Returns the data of a member's home between seasons; null while a season runs and before the first. */
async function readWaitingRoom(ctx: Reader): Promise<WaitingView | null> {
  const { services, user, locale, zone } = ctx;
  const { seasons, leaderboard, front, clock, sql } = services;
  const season = seasons.current();
  if (!season || seasons.active()) return null;
  const isOver = season.endedAt !== null;
  const [top, standing, seat, { chart }] = await Promise.all([
    isOver ? leadersOf(services, readCents(season.startCash), PODIUM) : [],
    readerRow(ctx),
    user.isAdmin ? null : seatOf(sql, user.id),
    front.read(),
  ]);
  const startsAt = seasons.schedule().startsAt;
  const place = standing?.place ?? null;
  const cash = `$${formatNumber(plainDecimal(seasons.nextStartCash(), 2))}`;
  return {
    number: joinableSeason(season),
    prize: formatPrize(seasons.details().prizePool),
    seat: seat === null ? null : { number: formatNumber(seat), cash },
    start:
      startsAt === null
        ? null
        : {
            at: startsAt,
            ms: startsAt - clock.now(),
            when: `${formatDay(startsAt, locale, zone)}, ${formatTime(startsAt, zone)}`,
            day: formatDay(startsAt, locale, zone),
          },
    words: startsAt === null ? nextStartOrNull(services, { locale, zone }) : null,
    last: isOver
      ? {
          number: season.number,
          top: top ?? [],
          finish: place === null ? null : { place, traders: formatNumber(leaderboard.state().traders) },
          review: reviewText(season, { ...ctx, now: clock.now() }),
        }
      : null,
    chart: chart && chartOf(ctx, chart),
  };
}
