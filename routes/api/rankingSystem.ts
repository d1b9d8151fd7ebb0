import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { readRank } from '#services/trader/rank.ts';

/** The signed-in user's rank and their progress in it. */
export default handle(
  endpoints.ownRank,
  { failure: 'messages:xpFailed' },
  async ({ user, services, reply }) => {
    const { rank, xp, nextMilestone, rankProgress } = await readRank(services, user.id, user);
    return reply.ok({ rank, xp, nextMilestone, rankProgress });
  },
);
