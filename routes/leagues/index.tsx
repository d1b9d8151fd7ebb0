import { LeaguesPage } from '#components/leagues/LeaguesPage.tsx';
import { leaguePhase } from '#core/leagues/leagues.ts';
import { nameInSentence } from '#core/locale/sentence.ts';
import { gamesLeft } from '#db/queries/leagues/leagues.ts';
import { page } from '#framework/define.ts';
import { leagueCards } from '#services/leagues/league-view.ts';

export default page({
  // limited, because fifty leagues have up to 25,000 rows
  limit: 'read',
  async load(ctx) {
    const { services, user, t } = ctx;
    const [all, left] = await Promise.all([services.leagues.of(user.id), gamesLeft(services.sql, user.id)]);
    const cards = await leagueCards(
      ctx,
      all.filter(({ state }) => state === 'in'),
      user,
    );
    const current = services.seasons.current();
    const alive = new Set(
      all
        .filter((league) => !league.archivedAt && leaguePhase(league, current) !== 'over')
        .map(({ id }) => id),
    );
    return {
      leagues: cards.filter(({ id }) => alive.has(id)),
      past: cards.filter(({ id }) => !alive.has(id)),
      left,
      pending: all
        .filter(({ id, state }) => state === 'waiting' && alive.has(id))
        .map(({ id, name, ownerName }) => ({
          id,
          name,
          owner: t('leagues:owner', { owner: nameInSentence(ownerName) }),
        })),
    };
  },
  head: ({ t }) => ({ title: t('leagues:title'), robots: 'noindex' }),
  view: ({ data }) => <LeaguesPage {...data} />,
});
