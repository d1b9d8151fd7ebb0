import { CheckPage } from '#components/season/CheckPage.tsx';
import { LeagueId } from '#core/contract/leagues.ts';
import { asset } from '#framework/asset.ts';
import { notFound, page } from '#framework/define.ts';
import { Attach } from '#framework/islands/island.tsx';
import { instanceOf } from '#framework/locale/i18n.ts';
import GameHead from '#islands/GameHead.ts';
import SeasonCheck from '#islands/SeasonCheck.ts';
import { gameHead, gameProofView, openProof, seasonOfLeague } from '#services/leagues/game-proof.ts';

export default page({
  params: LeagueId,
  async load(ctx) {
    const { services, params, user, locale, zone } = ctx;
    const { league, isFormer } = await openProof(services, params.id, user);
    if (!league.game) throw notFound();
    const { number } = await seasonOfLeague(services, league);
    const { hasBundle, text } = await gameProofView(ctx, league, league.game);
    const { game, ...texts } = instanceOf(services.translations(locale)).getResourceBundle(locale, 'check');
    return {
      checked: { league: league.id, name: league.name, hasPage: !isFormer },
      chainHead: await gameHead(services, league),
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
  head: ({ data, t }) => ({ title: t('check:game.title', { name: data.checked.name }), robots: 'noindex' }),
  view: ({ data: { checked, proof, check, chainHead } }) => {
    const page = (
      <CheckPage
        checked={checked}
        bundleUrl={check.bundleUrl}
        hasBundle={proof.hasBundle}
        comes={proof.text}
        share={null}
      />
    );
    // without a bundle there is nothing to check yet: the browser stores the head of the chain as evidence for a later
    // check
    if (!proof.hasBundle)
      return (
        <>
          {page}
          {chainHead && <Attach behaviour={GameHead} props={{ head: chainHead }} />}
        </>
      );
    return (
      <Attach behaviour={SeasonCheck} props={check}>
        {page}
      </Attach>
    );
  },
});
