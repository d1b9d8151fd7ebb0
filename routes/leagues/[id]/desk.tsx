import { z } from 'zod';
import { LeaguePage } from '#components/leagues/LeaguePage.tsx';
import { LeagueId } from '#core/contract/leagues.ts';
import { ROSTER_COLUMNS } from '#core/leagues/roster.ts';
import { page } from '#framework/define.ts';
import { leagueHead } from '#services/leagues/league-view.ts';
import { deskView } from '#services/leagues/roster-view.ts';
import { copyLink } from '../../_copy-link.tsx';

export default page({
  limit: 'read',
  params: LeagueId,
  query: z.object({
    by: z.enum(ROSTER_COLUMNS).catch('change').default('change'),
    dir: z.enum(['asc', 'desc']).optional().catch(undefined),
    page: z.coerce.number().int().min(1).max(1_000).catch(1).default(1),
    member: z.coerce.number().int().min(1).optional().catch(undefined),
  }),
  async load(ctx) {
    const { services, user, params, query } = ctx;
    const run = await services.leagues.openRoster(params.id, user);
    const { league, membership } = run;
    const roster = await services.leagues.roster(league, user);
    const desk = await deskView(ctx, run, roster, query);
    return {
      head: leagueHead(ctx, league, roster.table, { user, membership }),
      content: { tab: 'desk', desk } as const,
    };
  },
  head: ({ data }) => ({ title: data.head.name, robots: 'noindex' }),
  view: ({ data, t }) => <LeaguePage {...data} withCopy={copyLink(t)} />,
});
