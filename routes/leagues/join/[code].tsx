import { z } from 'zod';
import { JoinLeaguePage } from '#components/leagues/JoinLeaguePage.tsx';
import { page, redirect } from '#framework/define.ts';
import { textsOf } from '#framework/failure.ts';
import { leagueFacts, leagueTime, membersText } from '#services/leagues/league-view.ts';

/** The page of an invitation: shows the league, but joins nobody. A member is redirected to the league's page. */
export default page({
  access: 'public',
  params: z.object({ code: z.string().max(100) }),
  async load(ctx) {
    const { request, params, services, t } = ctx;
    // a guest must register before joining
    const user = ctx.user?.isGuest ? null : ctx.user;
    const league = await services.leagues.invited(request, user, params.code);
    const refusal = user && (await services.leagues.refusal(league, user));
    if (refusal?.code === 'ALREADY_IN' && !refusal.reason) throw redirect(`/leagues/${league.id}`);
    return {
      ...leagueFacts(ctx, league),
      code: league.code,
      path: `/leagues/join/${league.code}`,
      facts: [membersText(t, league), leagueTime(ctx, league)],
      isSignedIn: user !== null,
      asks: league.joining === 'approval',
      refusal: refusal && ctx.say(textsOf(refusal)),
      discord: services.settings.discordClientId !== undefined,
    };
  },
  head: ({ t }) => ({ title: t('leagues:join.title'), robots: 'noindex' }),
  view: ({ data }) => <JoinLeaguePage {...data} />,
});
