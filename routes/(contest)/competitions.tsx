import type { ReactNode } from 'react';
import { z } from 'zod';
import type { CompetitionDialog, Stakes } from '#components/season/CompetitionDialogs.tsx';
import { CompetitionPage, type OwnPlace } from '#components/season/CompetitionPage.tsx';
import { Fairness } from '#components/season/Fairness.tsx';
import { HallOfFame } from '#components/season/HallOfFame.tsx';
import { EndsIn, type Planned, ScheduleLines } from '#components/season/Schedule.tsx';
import { RulesList } from '#components/season/SeasonRules.tsx';
import { TopTable } from '#components/season/SeasonTables.tsx';
import { pictureOf } from '#components/shop/hrefs.ts';
import { Icon } from '#components/ui/Icon.tsx';
import type { RowFigures } from '#core/leaderboard/row.ts';
import {
  changeFigure,
  formatCents,
  formatDate,
  formatDollars,
  formatMoment,
  formatNumber,
  formatPrize,
  formatUsd,
} from '#core/locale/format.ts';
import { utcToZoned } from '#core/locale/zone.ts';
import { readCents } from '#core/money/money.ts';
import { practiceReasons } from '#core/season/terms.ts';
import { returnPercent } from '#core/trading/pnl.ts';
import { hallOfFame } from '#db/queries/season/results.ts';
import { type PageContext, page } from '#framework/define.ts';
import { Attach } from '#framework/islands/island.tsx';
import Countdown from '#islands/Countdown.ts';
import LiveRegion from '#islands/LiveRegion.ts';
import { VISITOR } from '#services/account/privacy.ts';
import { readerRow } from '#services/account/reader.ts';
import { placeGap, topRows } from '#services/leaderboard/table-row.ts';
import { READABLE } from '#services/platform/public-pages.ts';
import { reviewText } from '#services/prizes/deal.ts';
import { fairnessView } from '#services/proof/fairness.ts';
import { settingsVersion } from '#services/season/edit-season.ts';
import { currentRules, rulesValues } from '#services/season/rules.ts';
import { nextStartOrNull } from '#services/season/seasons.ts';
import type { Services } from '#services/services.ts';

/** The maximum number of seasons in the hall of fame; older seasons keep their pages. */
const HALL_SEASONS = 20;
/**
 * Prize, dates and buttons change when a season starts, ends or is edited; the reader's place changes with trades and
 * prices.
 */
const LIVE = { on: ['competition', 'account'], everyMs: 30_000, leastMs: 200 };

export default page({
  ...READABLE,
  query: z.object({ dialog: z.enum(['edit', 'start', 'end', 'reset']).optional() }),
  async load(ctx) {
    const { services, query, user, flash, locale, zone, t } = ctx;
    const { sql, seasons } = services;
    const details = seasons.details();
    const { prizePool: prize, nextCompetitionDate, rules } = details;
    const prizePool = formatNumber(prize, 2);
    const season = seasons.current();
    const schedule = seasons.schedule();
    const local = (ms: number | null) => (ms === null ? '' : utcToZoned(ms, zone));
    const now = services.clock.now();
    const next = practiceReasons(seasons.nextTerms());
    // between seasons the page shows the prize of the next season
    const isOver = !season || season.endedAt !== null;
    const standing = seasons.active() ? await readerRow(ctx) : null;
    const [gap, top, fairness, past] = await Promise.all([
      user && placeGap(services, user, standing),
      seasons.active() ? topRows(services, standing, user ?? VISITOR) : [],
      season && fairnessView(services, season, locale),
      hallOfFame(sql, HALL_SEASONS),
    ]);
    const planned = (['starts', 'ends'] as const).flatMap((what) => {
      const instant = schedule[`${what}At`];
      // A planned end means nothing without a running season or a planned start.
      const isOpen = what === 'ends' && schedule.startsAt === null && !seasons.active();
      if (instant === null || isOpen) return [];
      const when = formatMoment(instant, { locale, zone });
      const name = what === 'starts' && seasons.active() ? ('nextStarts' as const) : what;
      return [{ what: name, at: instant, ms: instant - now, when }];
    });
    planned.sort((a, b) => a.at - b.at);
    const onTicket = ({ what }: Planned) => what === 'ends' && seasons.active();
    return {
      competition: {
        ownPlace: standing && ownPlace(services, standing),
        stakes: stakesOf(services, query.dialog),
        prizePool,
        hasOneWinner: details.prizeSplit.length === 1,
        nextStart: nextStartOrNull(services, { locale, zone }),
        dialog: query.dialog ?? null,
        values: {
          prizePool,
          nextCompetitionDate,
          ...rulesValues(rules),
          startsAt: local(schedule.startsAt),
          endsAt: local(schedule.endsAt),
          version: settingsVersion(details, schedule),
          ...flash?.values,
        },
        practice: isOver ? next : seasons.practice(season),
        nextPractice: next,
      },
      ends: planned.find(onTicket) ?? null,
      planned: planned.filter((each) => !onTicket(each)),
      fairness,
      top,
      gap,
      rules: currentRules(ctx),
      past: past.map(({ top, ...past }) => ({
        number: past.number,
        ended: formatDate(past.endedAt, { locale, zone }),
        prize: formatPrize(past.prizePool),
        practice: past.terms ? practiceReasons(past.terms) : [],
        review: reviewText(past, { now, locale, zone, t }),
        top: top.map(({ place, username, equity, logo, isSimulated }) => ({
          place,
          username,
          isSimulated,
          equity: formatUsd(equity),
          logoUrl: pictureOf(logo),
        })),
      })),
    };
  },
  head: ({ t }) => ({ title: t('competition:title'), description: t('competition:about') }),
  view: ({ data, t, ctx: { user } }) => (
    <Live user={user}>
      <CompetitionPage
        {...data.competition}
        timeLeft={data.ends && <EndsIn {...data.ends} countdown={user && Countdown} />}
        schedule={<ScheduleLines planned={data.planned} countdown={user && Countdown} />}
      />
      <div className="mx-auto w-full max-w-254">
        <div className="competition-columns">
          <TopTable rows={data.top} gap={data.gap} />
          <RulesList {...data.rules} />
        </div>
        <HallOfFame seasons={data.past} />
        {data.fairness && (
          <details className="card mt-10 px-4" data-key="proof">
            <summary className="flex min-h-14 cursor-pointer items-center gap-3 font-600">
              <Icon name="shield" />
              {t('competition:proof')}
              <Icon name="chevron-down" className="ms-auto text-paper-3" />
            </summary>
            <div className="pb-5">
              <Fairness {...data.fairness} />
            </div>
          </details>
        )}
      </div>
    </Live>
  ),
});

/** Updates the page live for signed-in readers; a visitor's page has no script. */
function Live({ user, children }: { user: PageContext['user']; children: ReactNode }) {
  if (!user) return children;
  return (
    <Attach behaviour={LiveRegion} props={LIVE}>
      <div data-region="competition" data-equity>
        {children}
      </div>
    </Attach>
  );
}

/** Returns the reader's place and equity as texts; null without a season. */
function ownPlace(
  { leaderboard, seasons }: Pick<Services, 'leaderboard' | 'seasons'>,
  standing: RowFigures,
): OwnPlace | null {
  const season = seasons.current();
  if (!season) return null;
  const change = returnPercent(standing.equity, readCents(season.startCash));
  return {
    place: standing.place === null ? null : formatNumber(standing.place),
    traders: formatNumber(leaderboard.state().traders),
    equity: formatCents(standing.equity),
    change: changeFigure(change),
  };
}

/** Returns what the dialog shows about the effects of an admin's action on the newest season. */
function stakesOf(
  { seasons, leaderboard }: Pick<Services, 'seasons' | 'leaderboard'>,
  dialog: CompetitionDialog | undefined,
): Stakes {
  const { status = 'waiting', number = 1 } = seasons.current() ?? {};
  const state = status === 'archived' ? 'ended' : status;
  const { traders, ranked } = leaderboard.state();
  const opensNext = dialog === 'end' || state !== 'waiting';
  return {
    state,
    traders,
    ranked,
    season: number,
    next: opensNext ? number + 1 : number,
    prize: formatPrize(seasons.details().prizePool),
    startCash: formatDollars(seasons.nextStartCash()),
  };
}
