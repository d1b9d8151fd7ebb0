/** Results of finished seasons: all results of the newest season in memory, and the view of a finished season. */
import type { NextSeason } from '#components/season/AfterSeason.tsx';
import type { OwnFinish, PodiumStep, SeasonOverView, Worth } from '#components/season/SeasonOver.tsx';
import { topPercent } from '#core/leaderboard/rank.ts';
import {
  changeFigure,
  formatCents,
  formatDollars,
  formatMoment,
  formatNumber,
  formatQuantity,
} from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import { readCents, readXp } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import { gainXp, levelFor } from '#core/progress/xp.ts';
import { returnPercent } from '#core/trading/pnl.ts';
import type { Sql } from '#db/client.ts';
import { seasonXp } from '#db/queries/account/progress.ts';
import { prizesByTrader, type TraderAward, traderAwards } from '#db/queries/season/awards.ts';
import {
  type Finished,
  finishesOf,
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
import { prizeText } from '../prizes/deal.ts';
import { nextStartOrNull, type Season, type Seasons } from './seasons.ts';

/** Most faces on the podium. Further traders at its last place are only counted. */
const FACES = 3;

/**
 * Reads the podium of a finished season and the reader's result.
 * @param prizes amounts in agorot, by user id @param userId null for a visitor
 */
export async function readSeasonOver(
  { sql, reads }: { sql: Sql; reads: Reads },
  season: SeasonRow,
  counts: ResultCounts,
  prizes: ReadonlyMap<number, bigint>,
  userId: number | null,
): Promise<SeasonOverView> {
  const start = readCents(season.startCash);
  const prize = userId === null ? undefined : prizes.get(userId);
  const [top, result, stats, xp, awards] = await Promise.all([
    reads.ofSeason(season, (from) => resultRows(from, season.id, 1, FACES)),
    userId && reads.ofSeason(season, (from) => resultOf(from, season.id, userId)),
    userId && tradeStats(sql, userId, season.id),
    userId && seasonXp(sql, userId, season.id),
    userId && prize !== undefined ? traderAwards(sql, userId) : [],
  ]);
  return {
    traders: formatNumber(counts.traders),
    steps: stepsOf(top, counts, start, prizes),
    finish:
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
            prize: prize === undefined ? null : { amount: prizeText(prize), state: stateOf(awards, season) },
          }
        : null,
  };
}

/** @param awards the trader's, only from seasons whose winners are confirmed */
function stateOf(awards: readonly TraderAward[], { number }: SeasonRow) {
  const award = awards.find(({ season }) => season === number);
  if (!award) return 'provisional';
  return award.status === 'offered' ? 'offered' : 'answered';
}

/** Returns the season after a finished season; null once the next season has started. */
export function nextAfter(
  { seasons, clock }: { seasons: Seasons; clock: Clock },
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
    startCash: formatDollars(seasons.nextStartCash()),
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

function stepsOf(
  top: readonly SeasonResult[],
  { best }: ResultCounts,
  start: Cents,
  prizes: ReadonlyMap<number, bigint>,
): PodiumStep[] {
  const ranked = top.filter((row) => row.ranked);
  const places = [...new Set(ranked.map(({ place }) => place))];
  return places.map((place, i) => {
    const sharing = ranked.filter((row) => row.place === place);
    const prize = leastPrize(sharing.flatMap(({ userId }) => prizes.get(userId) ?? []));
    return {
      place,
      traders: sharing.map(({ username, logo, isSimulated }) => ({ username, isSimulated, logo })),
      // winners whom the podium counts but does not list all share the last of these places
      more: i === places.length - 1 ? best - ranked.length : 0,
      prize,
      ...finalWorth(readCents(sharing[0]!.equity), start),
    };
  });
}

/** Returns the smallest part of a shared prize, because rounding makes the parts differ; null without a prize. */
export function leastPrize(prizes: readonly bigint[]): string | null {
  const [least] = [...prizes].sort((a, b) => Number(a - b));
  return least === undefined ? null : prizeText(least);
}

/** @param xp decimal strings: before the season, and earned in it */
function earningsOf(xp: { before: string; earned: string }): OwnFinish['earned'] {
  const [xpBefore, earned] = [readXp(xp.before), readXp(xp.earned)];
  const { levels, tkf } = gainXp({ xp: xpBefore, level: levelFor(xpBefore) }, earned);
  return { xp: formatQuantity(xp.earned), levels, tkf };
}

/** @param start the account's start cash, cents */
export function finalWorth(equity: Cents, start: Cents): Worth {
  return { equity: formatCents(equity), change: changeFigure(returnPercent(equity, start)) };
}

export type Outcome = {
  number: number;
  finishes: ReadonlyMap<number, Finished>;
  /** Each winner's prize with its currency, by user id. */
  prizes: ReadonlyMap<number, string>;
  isProvisional: boolean;
};

export function createOutcomes(deps: {
  sql: Sql;
  seasons: Pick<Seasons, 'current' | 'onChange'>;
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
    // another season may have opened during the read
    if (seasons.current()?.id !== season.id) return;
    const prizes = [...(await prizesByTrader(sql, season.id))].map(
      ([id, prize]) => [id, prizeText(prize)] as const,
    );
    const isProvisional = season.confirmedAt === null;
    outcome = { number: season.number, finishes, prizes: new Map(prizes), isProvisional };
  }
  /** Serialises reads, so that a slow one never replaces a newer result. */
  const load = batched<void, void>(async (calls) => {
    await read(seasons.current());
    return [...calls];
  });
  const refresh = (): void => {
    load().catch((error) => log.warn({ err: error }, 'the results of the season could not be read'));
  };
  seasons.onChange(refresh);

  return {
    /** Returns the outcome of the newest season; null until it is over. */
    newest: (): Outcome | null => outcome,
    /** Reads the outcome again. Must be called at each new table, because a decision may have changed places. */
    refresh,
  };
}
