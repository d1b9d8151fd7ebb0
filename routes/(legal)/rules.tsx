import { RulesList } from '#components/season/SeasonRules.tsx';
import { LegalPage, SeasonFacts } from '#components/site/LegalPage.tsx';
import { page } from '#framework/define.ts';
import { SAME_FOR_ALL } from '#framework/shared-document.ts';
import { READABLE, responsible } from '#services/platform/public-pages.ts';
import { currentRules, seasonFacts } from '#services/season/rules.ts';

/** The contest's rules, filled from the running or next season. */
export default page({
  ...READABLE,
  load(ctx) {
    const { settings } = ctx.services;
    return {
      who: responsible(settings),
      season: seasonFacts(ctx),
      rules: currentRules(ctx),
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
