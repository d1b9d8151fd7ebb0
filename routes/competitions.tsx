import { z } from 'zod';
import { CompetitionPage } from '#components/competition/CompetitionPage.tsx';
import { Fairness } from '#components/competition/Fairness.tsx';
import { HallOfFame } from '#components/competition/HallOfFame.tsx';
import { RulesList } from '#components/competition/RulesList.tsx';
import { ScheduleLines } from '#components/competition/ScheduleLines.tsx';
import { pictureOf } from '#components/items/picture.ts';
import { formatDate, formatDateTime, formatNumber, formatUsd } from '#core/locale/format.ts';
import { utcToZoned } from '#core/locale/zone.ts';
import { readCents } from '#core/money/money.ts';
import { countdownText, type DayWords } from '#core/season/countdown.ts';
import { practiceReasons } from '#core/season/terms.ts';
import { hallOfFame } from '#db/queries/season/results.ts';
import { page } from '#framework/define.ts';
import { Attach } from '#framework/islands/attach.tsx';
import type { Translate } from '#framework/page.tsx';
import Countdown from '#islands/Countdown.ts';
import LiveRegion from '#islands/LiveRegion.ts';
import { fairnessView } from '#services/season/fairness.ts';
import { rulesValues, rulesView } from '#services/season/rules.ts';

/** Seasons in the hall of fame; older ones keep their own pages. */
const HALL_SEASONS = 20;
/** Prize, date and the admins' levers change when a competition starts or ends or is edited. */
const LIVE = { on: ['competition'], everyMs: 300_000, leastMs: 200 };

export default page({
  query: z.object({ dialog: z.enum(['edit', 'reset']).optional() }),
  async load({ services, query, flash, locale, zone }) {
    const { sql, seasons } = services;
    const { prizePool, nextCompetitionDate, rules } = seasons.details();
    const season = seasons.current();
    const schedule = seasons.schedule();
    const local = (ms: number | null) => (ms === null ? '' : utcToZoned(ms, zone));
    const now = services.clock.now();
    const next = practiceReasons(seasons.nextTerms());
    // what is over was for its own prize: the one on the page is the next one's
    const isOver = !season || season.endedAt !== null;
    const [fairness, past] = await Promise.all([
      season && fairnessView(services, season, locale),
      hallOfFame(sql, HALL_SEASONS),
    ]);
    return {
      competition: {
        season: season?.number ?? 1,
        prizePool: formatNumber(prizePool, 2),
        nextCompetitionDate,
        dialog: query.dialog ?? null,
        startsAt: local(schedule.startsAt),
        endsAt: local(schedule.endsAt),
        rules: rulesValues(rules),
        values: flash?.values ?? {},
        practice: isOver ? next : seasons.practice(season),
        nextPractice: next,
      },
      planned: (['starts', 'ends'] as const).flatMap((what) => {
        const at = schedule[`${what}At`];
        if (at === null) return [];
        return [{ what, at, ms: at - now, when: formatDateTime(at, { locale, zone }) }];
      }),
      fairness,
      rules: rulesView(rules, season ? readCents(season.startCash) : services.settings.startingBalance),
      past: past.map(({ number, endedAt, prizePool: prize, terms, top }) => ({
        number,
        ended: formatDate(endedAt, { locale, zone }),
        prize: `₪${formatNumber(prize, 2)}`,
        practice: terms ? practiceReasons(terms) : [],
        top: top.map(({ place, username, equity, logo }) => ({
          ...{ place, username },
          equity: formatUsd(equity),
          logoUrl: pictureOf(logo),
        })),
      })),
    };
  },
  head: ({ t }) => ({ title: t('competition:title') }),
  view: ({ data, t }) => (
    <Attach behaviour={LiveRegion} props={LIVE}>
      <div data-live="competition">
        <CompetitionPage {...data.competition} />
        <div className="mx-auto w-full max-w-254">
          <ScheduleLines
            planned={data.planned.map(({ what, at, ms, when }) => ({
              ...{ what, when, iso: new Date(at).toISOString() },
              countdown: (
                <Attach behaviour={Countdown} props={{ at, words: dayWords(t) }}>
                  <bdi className="tabular-nums" role="timer">
                    {countdownText(ms, dayWords(t))}
                  </bdi>
                </Attach>
              ),
            }))}
          />
          <RulesList {...data.rules} />
          <HallOfFame seasons={data.past} />
          {data.fairness && <Fairness {...data.fairness} />}
        </div>
      </div>
    </Attach>
  ),
});

/** The countdown fills the place itself, each second. */
const dayWords = (t: Translate): DayWords => ({
  dayOne: t('chart:dayOne'),
  dayTwo: t('chart:dayTwo'),
  days: t('chart:days', { count: '{count}' }),
});
