import { UserId } from '#core/contract/schemas/account.ts';
import { MESSAGES } from '#core/contract/sentences.ts';
import { api } from '#framework/define.ts';
import { tradesSeenBy } from '#services/trading/portfolio.ts';

/**
 * Any trader's open positions and closed trades of the newest season, newest first. Under rules that hide them, the
 * open ones of others are left out.
 */
export default api((app) =>
  app.get(
    '',
    async ({ params, user, services, reply }) =>
      reply.ok((await tradesSeenBy(user!, services, params.id)).rows),
    { access: 'member', limit: 'read', form: { failure: MESSAGES.tradesFailed.message }, params: UserId },
  ),
);
