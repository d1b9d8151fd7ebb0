import type { ReactNode } from 'react';
import { z } from 'zod';
import { ListedLeaguePage } from '#components/leagues/JoinLeaguePage.tsx';
import { type LeagueContent, LeaguePage } from '#components/leagues/LeaguePage.tsx';
import { LeagueId } from '#core/contract/leagues.ts';
import { page } from '#framework/define.ts';
import { Attach } from '#framework/islands/island.tsx';
import GameHead from '#islands/GameHead.ts';
import LiveRegion from '#islands/LiveRegion.ts';
import { listedView } from '#services/leagues/directory-view.ts';
import { gameHead } from '#services/leagues/game-proof.ts';
import { leagueHead, leagueRulesView, membersView, standingsView } from '#services/leagues/league-view.ts';
import { positionsHref, readsPositions } from '#services/leagues/positions-view.ts';
import { copyLink } from '../_copy-link.tsx';

/** A private game has no ranking passes: the server computes its figures at a request and caches them for 5 s. */
const LIVE = { on: ['standings'], everyMs: 15_000, leastMs: 10_000 };

const withLive = (region: string, part: ReactNode) => (
  <Attach behaviour={LiveRegion} props={LIVE}>
    <div data-region={region}>{part}</div>
  </Attach>
);

export default page({
  params: LeagueId,
  query: z.object({
    tab: z.enum(['standings', 'rules', 'members']).catch('standings').default('standings'),
    page: z.coerce.number().int().min(1).max(1_000).catch(1).default(1),
  }),
  async load(ctx) {
    const { services, user, params, query } = ctx;
    const listed = await services.leagues.openOutside(params.id, user);
    if (listed) return { listed: await listedView(ctx, listed, query.page) };
    const { league, membership } = await services.leagues.open(params.id, user);
    const table = (await services.leagues.tables([league], user)).get(league.id)!;
    const { phase } = table;
    const contentOf = async (): Promise<LeagueContent> => {
      const { tab } = query;
      if (tab === 'rules') return { tab, rules: await leagueRulesView(ctx, league, phase) };
      if (tab === 'members')
        return { tab, people: await membersView(ctx, { league, membership }, query.page) };
      const hrefOf = readsPositions({ league, membership, user, phase })
        ? (userId: number) => positionsHref(league.id, userId)
        : null;
      return { tab, standings: await standingsView(ctx, table, query.page, hrefOf) };
    };
    const head = leagueHead(ctx, league, table, { user, membership });
    return {
      league: { head, content: await contentOf() },
      chainHead: await gameHead(services, league),
      isLive: phase === 'running' && query.tab === 'standings',
    };
  },
  head: ({ data }) => ({ title: (data.listed ?? data.league.head).name, robots: 'noindex' }),
  view: ({ data: { listed, league, chainHead, isLive }, t }) =>
    listed ? (
      <ListedLeaguePage {...listed} />
    ) : (
      <>
        <LeaguePage {...league} withCopy={copyLink(t)} {...(isLive && { withLive })} />
        {chainHead && <Attach behaviour={GameHead} props={{ head: chainHead }} />}
      </>
    ),
});
