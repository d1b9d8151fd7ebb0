import { z } from 'zod';
import { RankDetailsPage } from '#components/leaderboard/RankDetailsPage.tsx';
import { RANK_MARKS, RANKS, type RankData, rankData } from '#core/leaderboard/rank.ts';
import { page } from '#framework/define.ts';
import { readRank } from '#services/trader/rank.ts';

/** Shown when the rank cannot be read: CADET with three of five marks. */
const UNKNOWN: RankData = { ...rankData('CADET', 0), miniRank: 3 };

export default page({
  query: z.object({
    rank: z.enum(RANKS).optional(),
    level: z.coerce.number().int().min(1).max(RANK_MARKS).optional(),
  }),
  async load({ services, user, query }) {
    const data = await readRank(services, user.id, user).catch((error: unknown) => {
      services.log.error({ err: error }, 'messages:xpFailed');
      return UNKNOWN;
    });
    return { data, selected: query.rank ?? data.rank, level: query.level };
  },
  head: ({ t }) => ({ title: t('ranks:title') }),
  view: ({ data }) => <RankDetailsPage {...data} />,
});
