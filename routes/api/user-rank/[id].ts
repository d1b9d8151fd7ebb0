import { UserId } from '#core/wire/account.ts';
import { api } from '#server/define.ts';
import { readRank } from '#server/ranks.ts';

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
