import { RankingPage } from '#components/ranking/RankingPage.tsx';
import { page } from '#server/define.ts';
import { readRank } from '#server/ranks.ts';

export default page({
  load: ({ services, user }) => readRank(services, user!.id),
  head: ({ t }) => ({ title: t('ranks:ranking') }),
  view: ({ data }) => <RankingPage data={data} />,
});
