import { PositionsPage } from '#components/leagues/PositionsPage.tsx';
import { UserId } from '#core/contract/account.ts';
import { LeagueId } from '#core/contract/leagues.ts';
import { page } from '#framework/define.ts';
import { memberPositions } from '#services/leagues/positions-view.ts';

export default page({
  limit: 'read',
  params: LeagueId.extend({ userId: UserId.shape.id }),
  load: (ctx) => memberPositions(ctx, ctx.params.id, ctx.params.userId),
  head: ({ data, t }) => ({
    title: t('leagues:positions.title', { name: data.username }),
    robots: 'noindex',
  }),
  view: ({ data }) => <PositionsPage {...data} />,
});
