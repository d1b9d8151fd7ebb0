import { UserId } from '#core/contract/schemas/account.ts';
import { api } from '#framework/define.ts';
import { readRank } from '#services/leaderboard/ranks.ts';

/** Any trader's rank and which of its five marks they have reached. */
export default api((app) =>
  app.get(
    '',
    async ({ params, services, reply }) => {
      const { rank, miniRank } = await readRank(services, params.id);
      return reply.ok({ rank, miniRank });
    },
    { access: 'member', params: UserId },
  ),
);
