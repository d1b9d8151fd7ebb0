import { endpoints } from '#core/contract/endpoints.ts';
import { MESSAGES } from '#core/contract/messages.ts';
import { handle } from '#framework/endpoint.ts';
import { tradesSeenBy } from '#services/trading/portfolio.ts';

/**
 * Any trader's open positions and closed trades of the newest season, newest first. Under rules that hide them, the
 * open ones of others are left out.
 */
export default handle(
  endpoints.trades,
  async ({ params, user, services, reply }) => reply.ok((await tradesSeenBy(user, services, params.id)).rows),
  { form: { failure: MESSAGES.tradesFailed.message } },
);
