import { CheckPage } from '#components/season/CheckPage.tsx';
import { LeagueId } from '#core/contract/leagues.ts';
import { asset } from '#framework/asset.ts';
import { notFound, page } from '#framework/define.ts';
import { Attach } from '#framework/islands/island.tsx';
import { instanceOf } from '#framework/locale/i18n.ts';
import SeasonCheck from '#islands/SeasonCheck.ts';
import { gameProofView, seasonOfLeague } from '#services/leagues/game-proof.ts';

export default page({
  params: LeagueId,
  async load(ctx) {
    const { services, params, user, locale, zone } = ctx;
    const { league } = await services.leagues.open(params.id, user);
    if (!league.game) throw notFound();
    const { number } = await seasonOfLeague(services, league);
    const { hasBundle, text } = await gameProofView(ctx, league, league.game);
    const { game, ...texts } = instanceOf(services.translations(locale)).getResourceBundle(locale, 'check');
    return {
      checked: { league: league.id, name: league.name },
      proof: { hasBundle, text },
      check: {
        number,
        fileName: `game-${league.id}`,
        bundleUrl: `/api/leagues/${league.id}/bundle`,
        workerUrl: asset('season-proof.js'),
        texts: { ...texts, ...game },
        locale,
        zone,
      },
    };
  },
  head: ({ data, t }) => ({ title: t('check:game.title', data.checked), robots: 'noindex' }),
  view: ({ data: { checked, proof, check } }) => {
    const page = (
      <CheckPage
        checked={checked}
        bundleUrl={check.bundleUrl}
        hasBundle={proof.hasBundle}
        comes={proof.text}
        share={null}
      />
    );
    // without a bundle the behaviour has nothing to check
    if (!proof.hasBundle) return page;
    return (
      <Attach behaviour={SeasonCheck} props={check}>
        {page}
      </Attach>
    );
  },
});
