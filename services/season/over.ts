/** How a season that is over ended: for its reader, and on the first three places. */
import type { NextSeason } from '#components/season/AfterSeason.tsx';
import type { OwnFinish, PodiumStep, SeasonOverView, Worth } from '#components/season/SeasonOver.tsx';
import {
  formatCents,
  formatChange,
  formatMoment,
  formatNumber,
  formatPlace,
  formatPrize,
  formatQuantity,
} from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import { plainDecimal, readCents, readXp } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import { gainXp, levelFor } from '#core/progress/xp.ts';
import { returnPercent } from '#core/trading/pnl.ts';
import { seasonXp } from '#db/queries/account/progress.ts';
import { type ResultCounts, resultOf, resultRows, type SeasonResult } from '#db/queries/season/results.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import { tradeStats } from '#db/queries/trading/trades.ts';
import type { Services } from '../services.ts';
import { nextStartText } from './next-start.ts';

/** Faces on the podium; who else shares the last of their places is counted. */
const FACES = 3;

type Reader = { userId: number | null; locale: Locale };

/** @param userId null: a visitor */
export async function readSeasonOver(
  { sql, reads, seasons }: Pick<Services, 'sql' | 'reads' | 'seasons'>,
  season: SeasonRow,
  counts: ResultCounts,
  { userId, locale }: Reader,
): Promise<SeasonOverView> {
  const start = readCents(season.startCash);
  const [top, own, stats, xp] = await Promise.all([
    reads.ofSeason(season, (from) => resultRows(from, season.id, 1, FACES)),
    userId && reads.ofSeason(season, (from) => resultOf(from, season.id, userId)),
    userId && tradeStats(sql, userId, season.id),
    userId && seasonXp(sql, userId, season.id),
  ]);
  const prize = seasons.practice(season).length === 0 ? formatPrize(prizeOfEach(season, counts)) : null;
  return {
    traders: formatNumber(counts.traders),
    steps: stepsOf(top, counts, start, prize),
    own:
      own && stats && xp && own.place !== null
        ? {
            place: { n: own.place, text: formatPlace(own.place, locale) },
            rowNumber: own.rowNumber,
            topPercent: Math.ceil((own.place * 100) / counts.ranked),
            rank: own.rank,
            earned: earningsOf(xp),
            ...finalWorth(own.equity, start),
            ...{ best: stats.best, wins: stats.wins, count: stats.count },
          }
        : null,
  };
}

/** The season after one that is over; null where that has begun. */
export function nextAfter(
  { seasons, settings, clock }: Pick<Services, 'seasons' | 'settings' | 'clock'>,
  over: Pick<SeasonRow, 'number'>,
  { locale, zone }: { locale: Locale; zone: string },
): NextSeason | null {
  const newest = seasons.current();
  const number = over.number + 1;
  const isWaiting = newest?.status === 'waiting' && newest.number === number;
  if (newest?.number !== over.number && !isWaiting) return null;
  const { startsAt } = seasons.schedule();
  return {
    number,
    date: nextStartText({ seasons }, { locale, zone }),
    startCash: formatCents(settings.startingBalance),
    starts:
      startsAt === null
        ? null
        : {
            at: startsAt,
            ms: startsAt - clock.now(),
            when: formatMoment(startsAt, { locale, zone }),
          },
  };
}

/** Of each who shares the first place: shekels, rounded down to a hundredth. */
export const prizeOfEach = (
  { prizePool }: Pick<SeasonRow, 'prizePool'>,
  { winners }: Pick<ResultCounts, 'winners'>,
): string => plainDecimal(winners > 0 ? readCents(prizePool) / BigInt(winners) : 0n, 2);

/** @param top rows of the final table, best first */
function stepsOf(
  top: readonly SeasonResult[],
  { best }: ResultCounts,
  start: Cents,
  prize: string | null,
): PodiumStep[] {
  const ranked = top.filter((row) => row.ranked);
  const places = [...new Set(ranked.map(({ place }) => place))];
  return places.map((place, i) => {
    const sharing = ranked.filter((row) => row.place === place);
    return {
      place,
      traders: sharing.map(({ username, logo, isSimulated }) => ({
        ...{ username, isSimulated, logo },
      })),
      // whoever is not among the faces shares the place of the last of them
      more: i === places.length - 1 ? best - ranked.length : 0,
      prize: place === 1 ? prize : null,
      ...finalWorth(readCents(sharing[0]!.equity), start),
    };
  });
}

/** @param xp with two decimals: before the season, and in it */
function earningsOf(xp: { before: string; earned: string }): OwnFinish['earned'] {
  const [before, earned] = [readXp(xp.before), readXp(xp.earned)];
  const { levels, tkf } = gainXp({ xp: before, level: levelFor(before) }, earned);
  return { xp: formatQuantity(xp.earned), levels, tkf };
}

/** What an account came to, as finished texts. @param start what it began with */
export function finalWorth(equity: Cents, start: Cents): Worth {
  const percent = returnPercent(equity, start);
  return { equity: formatCents(equity), change: { value: percent, text: formatChange(percent) } };
}
