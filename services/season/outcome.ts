/** How seasons ended: each trader's result of the newest one in memory, and the view of a season that is over. */
import type { NextSeason } from '#components/season/AfterSeason.tsx';
import type { OwnFinish, PodiumStep, SeasonOverView, Worth } from '#components/season/SeasonOver.tsx';
import { topPercent } from '#core/leaderboard/rank.ts';
import {
  formatCents,
  formatChange,
  formatDollars,
  formatMoment,
  formatNumber,
  formatPrize,
  formatQuantity,
} from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import { plainDecimal, readCents, readXp } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import { gainXp, levelFor } from '#core/progress/xp.ts';
import { prizeOf, type SharedPlace, shareOf } from '#core/season/prizes.ts';
import { returnPercent } from '#core/trading/pnl.ts';
import type { Sql } from '#db/client.ts';
import { seasonXp } from '#db/queries/account/progress.ts';
import {
  type Finished,
  finishesOf,
  prizePlaces,
  type ResultCounts,
  resultOf,
  resultRows,
  type SeasonResult,
} from '#db/queries/season/results.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import { tradeStats } from '#db/queries/trading/trades.ts';
import type { Clock } from '../platform/clock.ts';
import { batched } from '../platform/concurrency.ts';
import type { Reads } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../platform/settings.ts';
import { nextStartOrNull } from './next-start.ts';
import type { Season, Seasons } from './seasons.ts';

/** Faces on the podium; others who share the last of their places are counted. */
const FACES = 3;

/** Reads the view of a season that is over. @param userId null: a visitor */
export async function readSeasonOver(
  { sql, reads, seasons }: { sql: Sql; reads: Reads; seasons: Pick<Seasons, 'practice'> },
  season: SeasonRow,
  counts: ResultCounts,
  shared: readonly SharedPlace[],
  userId: number | null,
): Promise<SeasonOverView> {
  const start = readCents(season.startCash);
  const [top, result, stats, xp] = await Promise.all([
    reads.ofSeason(season, (from) => resultRows(from, season.id, 1, FACES)),
    userId && reads.ofSeason(season, (from) => resultOf(from, season.id, userId)),
    userId && tradeStats(sql, userId, season.id),
    userId && seasonXp(sql, userId, season.id),
  ]);
  const prizes =
    seasons.practice(season).length === 0
      ? new Map(shared.map((each) => [each.place, prizeOfEach(season, each)]))
      : new Map();
  return {
    traders: formatNumber(counts.traders),
    steps: stepsOf(top, counts, start, prizes),
    own:
      result && stats && xp && result.place !== null
        ? {
            place: { n: result.place, text: formatNumber(result.place) },
            rowNumber: result.rowNumber,
            topPercent: topPercent({ place: result.place, ranked: counts.ranked }, result.rank),
            rank: result.rank,
            earned: earningsOf(xp),
            ...finalWorth(result.equity, start),
            best: stats.best,
            wins: stats.wins,
            count: stats.count,
          }
        : null,
  };
}

/** Returns the season after one that is over; null when that has begun. */
export function nextAfter(
  { seasons, settings, clock }: { seasons: Seasons; settings: Settings; clock: Clock },
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
    date: nextStartOrNull({ seasons }, { locale, zone }),
    startCash: formatDollars(settings.startingBalance),
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

type Prizes = Pick<SeasonRow, 'prizePool' | 'prizeSplit'>;

/** Returns the prize of each trader who shares a place, with its ₪ and without what rounding leaves; null for none. */
export const prizeOfEach = ({ prizePool, prizeSplit }: Prizes, shared: SharedPlace): string | null =>
  prizeText(shareOf(readCents(prizePool), prizeSplit, shared).each);

/** Returns what a trader who shares a place wins, with its ₪; null for none. */
export const prizeOfTrader = (
  { prizePool, prizeSplit }: Prizes,
  shared: SharedPlace,
  userId: number,
): string | null => prizeText(prizeOf(readCents(prizePool), prizeSplit, shared, userId));

const prizeText = (agorot: bigint): string | null =>
  agorot > 0n ? formatPrize(plainDecimal(agorot, 2)) : null;

/** @param top rows of the final table, best first */
function stepsOf(
  top: readonly SeasonResult[],
  { best }: ResultCounts,
  start: Cents,
  prizes: ReadonlyMap<number, string | null>,
): PodiumStep[] {
  const ranked = top.filter((row) => row.ranked);
  const places = [...new Set(ranked.map(({ place }) => place))];
  return places.map((place, i) => {
    const sharing = ranked.filter((row) => row.place === place);
    return {
      place,
      traders: sharing.map(({ username, logo, isSimulated }) => ({
        username,
        isSimulated,
        logo,
      })),
      // traders without a face share the place of the last one with a face
      more: i === places.length - 1 ? best - ranked.length : 0,
      prize: prizes.get(place) ?? null,
      ...finalWorth(readCents(sharing[0]!.equity), start),
    };
  });
}

/** Returns what a season earned. @param xp with two decimals: before the season, and in it */
function earningsOf(xp: { before: string; earned: string }): OwnFinish['earned'] {
  const [xpBefore, earned] = [readXp(xp.before), readXp(xp.earned)];
  const { levels, tkf } = gainXp({ xp: xpBefore, level: levelFor(xpBefore) }, earned);
  return { xp: formatQuantity(xp.earned), levels, tkf };
}

/** Returns an account's final worth as finished texts. @param start cash it began with, cents */
export function finalWorth(equity: Cents, start: Cents): Worth {
  const percent = returnPercent(equity, start);
  return { equity: formatCents(equity), change: { value: percent, text: formatChange(percent) } };
}

export type Outcome = {
  /** Of the season. */
  number: number;
  /** Of all its traders, by user id. */
  finishes: ReadonlyMap<number, Finished>;
  /** What each winner gets, with its ₪, by user id; empty where the prize is not played for. */
  prizes: ReadonlyMap<number, string>;
};

export function createOutcomes(deps: {
  sql: Sql;
  seasons: Pick<Seasons, 'current' | 'onChange' | 'practice'>;
  log: Pick<Log, 'warn'>;
}) {
  const { sql, seasons, log } = deps;
  let outcome: Outcome | null = null;

  async function read(season: Season | null): Promise<void> {
    if (season?.status !== 'ended') {
      outcome = null;
      return;
    }
    const finishes = await finishesOf(sql, season.id);
    // another season may have begun during the read
    if (seasons.current()?.id !== season.id) return;
    const isForPrize = seasons.practice(season).length === 0;
    outcome = {
      number: season.number,
      finishes,
      prizes: isForPrize ? prizesOfAll(season, finishes, await prizePlaces(sql, season.id)) : new Map(),
    };
  }
  /** Serialises reads: a slow one must not replace the result of a newer one. */
  const load = batched<void, void>(async (calls) => {
    await read(seasons.current());
    return [...calls];
  });
  const refresh = (): void => {
    load().catch((error) => log.warn({ err: error }, 'the results of the season could not be read'));
  };
  seasons.onChange(refresh);

  return {
    /** Null unless the newest season is over. */
    newest: (): Outcome | null => outcome,
    /** Reads the results again, after a disqualification changed places. */
    refresh,
  };
}

function prizesOfAll(
  season: Prizes,
  finishes: ReadonlyMap<number, Finished>,
  places: readonly SharedPlace[],
): Map<number, string> {
  const prizes = new Map<number, string>();
  for (const [userId, { finish }] of finishes) {
    const shared = places.find(({ place }) => place === finish);
    const prize = shared && prizeOfTrader(season, shared, userId);
    if (prize) prizes.set(userId, prize);
  }
  return prizes;
}
