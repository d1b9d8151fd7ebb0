import { RankingPage } from '#components/leaderboard/RankDetailsPage.tsx';
import { page } from '#framework/define.ts';
import { readRank } from '#services/trader/rank.ts';

export default page({
  load: ({ services, user }) => readRank(services, user.id, user),
  head: ({ t }) => ({ title: t('ranks:ranking') }),
  view: ({ data }) => <RankingPage data={data} />,
});
