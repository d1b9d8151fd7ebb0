import { GamesPage } from '#components/trading/GamesPage.tsx';
import { canTrade } from '#core/account/permissions.ts';
import { formatCents } from '#core/locale/format.ts';
import { COMMON_GAMES, type LeagueGame } from '#core/season/game.ts';
import { page } from '#framework/define.ts';
import { Attach } from '#framework/islands/island.tsx';
import { SEASON_REGION, SEASON_REGION_PROPS } from '#islands/_state/season-region.ts';
import { gameName, practiceNotice } from '#services/practice/notice.ts';
import { viewAccount } from '#services/trading/portfolio.ts';

/** The reader's games, opened by the chart's chip. A guest has practice alone. */
export default page({
  access: 'guest',
  limit: 'read',
  async load(ctx) {
    const { services, user } = ctx;
    const leagues = await services.leagues.of(user.id);
    const privateGames = leagues.filter(
      ({ state, game }) => state === 'in' && game && game.status !== 'waiting',
    );
    const common = user.isGuest ? (['practice'] as const) : COMMON_GAMES;
    const all = [...common, ...privateGames.map(({ id }) => id as LeagueGame)];
    const games = await Promise.all(
      all.map(async (game) => {
        const account = await viewAccount(services, user.id, game);
        const league = privateGames.find(({ id }) => id === game);
        return {
          game,
          name: league?.name ?? gameName(ctx, game),
          equity: account && formatCents(account.equity),
          isOpen: league
            ? league.game?.status === 'active' && !league.archivedAt
            : game === 'practice' || canTrade(user, services.seasons.active()),
        };
      }),
    );
    return { games, about: await practiceNotice(ctx) };
  },
  head: ({ t }) => ({ title: t('games:title') }),
  view: ({ data }) => (
    <Attach behaviour={SEASON_REGION} props={SEASON_REGION_PROPS}>
      <div data-region="games">
        <GamesPage {...data} />
      </div>
    </Attach>
  ),
});
