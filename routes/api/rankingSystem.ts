import { MESSAGES } from '#core/contract/sentences.ts';
import { api } from '#framework/define.ts';
import { readRank } from '#services/leaderboard/ranks.ts';

/** The signed-in user's rank and the way to its upper end. */
export default api((app) =>
  app.get(
    '',
    async ({ user, services, reply }) => {
      const { rank, xp, nextMilestone, rankProgress } = await readRank(services, user!.id);
      return reply.ok({ rank, xp, nextMilestone, rankProgress });
    },
    { access: 'member', form: { failure: MESSAGES.xpFailed.message } },
  ),
);
