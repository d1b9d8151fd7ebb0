import { endpoints } from '#core/contract/endpoints.ts';
import { fail } from '#core/refusals/refusals.ts';
import { handle } from '#framework/endpoint.ts';
import { demandReadable } from '#services/account/privacy.ts';
import { seasonsMeant } from '#services/season/choice.ts';
import { gameTrades, tradesSeenBy } from '#services/trading/portfolio.ts';

/**
 * Any trader's open positions and closed trades of one season or of all, newest first, at most 1,000 closed slices. In
 * practice and private games readers get only their own trades. While the rules hide another trader's open positions,
 * the response lacks these positions and their closed slices.
 */
export default handle(
  endpoints.trades,
  { failure: 'messages:tradesFailed' },
  async ({ params, query, user, services, reply }) => {
    const { game = 'season' } = query;
    if (game !== 'season') {
      // accounts outside of the season are private
      if (params.id !== user.id) throw fail('UNKNOWN_TRADER');
      return reply.ok(await gameTrades(services, user.id, game));
    }
    await demandReadable(services.sql, user, params.id);
    const seasons = await seasonsMeant(services, query.season);
    return reply.ok((await tradesSeenBy(user, services, params.id, seasons)).rows);
  },
);
