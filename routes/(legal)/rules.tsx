import { localHref } from '#components/layout/local-href.ts';
import { RulesList } from '#components/season/SeasonRules.tsx';
import { LegalPage, type RulesFacts, SeasonFacts } from '#components/site/LegalPage.tsx';
import { formatDateTime, formatPrize, formatUtc } from '#core/locale/format.ts';
import { DEFAULT_ZONE } from '#core/locale/locale.ts';
import { readCents } from '#core/money/money.ts';
import { page } from '#framework/define.ts';
import { SAME_FOR_ALL } from '#framework/shared-document.ts';
import { READABLE, responsible } from '#services/platform/public-pages.ts';
import { rulesView } from '#services/season/rules.ts';
import type { Using } from '#services/services.ts';

/** The contest's rules, filled from the newest season. */
export default page({
  ...READABLE,
  load(ctx) {
    const { seasons, settings } = ctx.services;
    const season = seasons.current();
    const startCash = season ? readCents(season.startCash) : settings.startingBalance;
    return {
      who: responsible(settings),
      season: seasonFacts(ctx),
      rules: rulesView(seasons.details().rules, startCash),
    };
  },
  head: ({ t }) => ({ title: t('legal:rules.title'), description: t('legal:rules.lead') }),
  view: ({ data: { who, season, rules } }) => (
    <LegalPage name="rules" who={who} since={season?.number ?? null}>
      {season && <SeasonFacts {...season} />}
      <RulesList {...rules} />
    </LegalPage>
  ),
  shared: SAME_FOR_ALL,
});

function seasonFacts({ services, locale, user, t }: Using<'seasons'>): RulesFacts | null {
  const { seasons } = services;
  const season = seasons.current();
  if (!season) return null;
  const { startsAt, endsAt } = seasons.schedule();
  const { prizePool, nextCompetitionDate, rules: _ } = seasons.details();
  // in UTC and in the time of Israel
  const when = (at: Date | number) =>
    `${formatUtc(at, locale)} · ${formatDateTime(at, { locale, zone: DEFAULT_ZONE })} (${DEFAULT_ZONE})`;
  const start = season.startedAt ?? startsAt;
  const end = season.endedAt ?? endsAt;
  return {
    number: season.number,
    proofHref: localHref(`/competitions/${season.number}`, { user, locale }),
    facts: [
      { name: 'prize', value: formatPrize(prizePool) },
      { name: 'starts', value: start === null ? nextCompetitionDate : when(start) },
      { name: 'ends', value: end === null ? t('legal:rules.noDate') : when(end) },
    ],
  };
}
