import { NewLeaguePage } from '#components/leagues/LeagueForm.tsx';
import { leagueSeason, type WayToJoin } from '#core/leagues/leagues.ts';
import { page } from '#framework/define.ts';

export default page({
  load({ services, flash }) {
    const typed = flash?.values;
    return {
      seasonNumber: leagueSeason(services.seasons.current()),
      issues: flash?.issues ?? {},
      values: {
        name: typed?.name ?? '',
        about: typed?.about ?? '',
        prize: typed?.prize ?? '',
        joining: (typed?.joining ?? 'open') as WayToJoin,
        isLateOpen: typed ? typed.isLateOpen !== undefined : true,
      },
    };
  },
  head: ({ t }) => ({ title: t('leagues:new'), robots: 'noindex' }),
  view: ({ data }) => <NewLeaguePage {...data} />,
});
