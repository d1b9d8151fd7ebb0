import { z } from 'zod';
import { NewLeaguePage } from '#components/leagues/LeagueForm.tsx';
import { GAME_PRESETS } from '#core/leagues/own-game.ts';
import { joinableSeason } from '#core/season/season.ts';
import { page } from '#framework/define.ts';
import { newLeagueValues, typedLeague } from '#services/leagues/league-form.ts';
import { typedPreview } from '#services/leagues/league-view.ts';

export default page({
  // the page may word the rules of a typed league, like the preview
  limit: 'read',
  query: z.object({ preset: z.enum(GAME_PRESETS).nullable().catch(null).default(null) }),
  async load(ctx) {
    const { services, flash, query, zone } = ctx;
    const values = newLeagueValues(ctx, query.preset, services.clock.now());
    const { kind, league, game } = typedLeague(values, flash?.values);
    return {
      seasonNumber: joinableSeason(services.seasons.current()),
      issues: flash?.issues ?? {},
      preview: flash?.values?.preview ? await typedPreview(ctx, flash.values) : null,
      kind,
      values: league,
      game,
      zone,
    };
  },
  head: ({ t }) => ({ title: t('leagues:new'), robots: 'noindex' }),
  view: ({ data }) => <NewLeaguePage {...data} intent={crypto.randomUUID()} />,
});
