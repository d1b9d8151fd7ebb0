/** The data of a member's home while no season runs. */
import type { WaitingView } from '#components/home/WaitingRoom.tsx';
import { formatDay, formatNumber, formatPrize, formatTime } from '#core/locale/format.ts';
import { plainDecimal, readCents } from '#core/money/money.ts';
import { seatOf } from '#db/queries/account/users.ts';
import type { PageContext } from '#framework/define.ts';
import { readerRow } from '../account/reader.ts';
import { reviewText } from '../prizes/deal.ts';
import { nextStartOrNull } from '../season/next-start.ts';
import type { Using } from '../services.ts';
import { chartOf, leadersOf } from './landing.ts';

type Reader = Using<
  'clock' | 'front' | 'leaderboard' | 'log' | 'market' | 'seasons' | 'settings' | 'sql',
  PageContext<unknown, unknown, 'member'>
>;

/** Places shown of the season that is over. */
const PODIUM = 3;

/** Returns null while a season runs, and before the first one is planned. */
export async function readWaitingRoom(ctx: Reader): Promise<WaitingView | null> {
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
    number: isOver ? season.number + 1 : season.number,
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
