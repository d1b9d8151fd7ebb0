import { endpoints } from '#core/contract/endpoints.ts';
import { tickerOf } from '#core/market/ticker.ts';
import { portfolioPath } from '#core/season/game.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';

/** Cancels the trader's working orders in a game: all, or those of one ticker. */
export default handle(
  endpoints.cancelOrdersForm,
  { title: 'dock:refused', failure: 'messages:crashNotice' },
  async ({ body: { symbol, game, next = portfolioPath(game) }, user, services: { orders }, reply }) => {
    const answer = await orders.cancelAll({ ...user, game }, symbol ? (tickerOf(symbol) ?? symbol) : null);
    const message = { key: 'dock:cancelledCount', params: { count: answer.cancelled } } as const;
    return reply.ok(answer, {
      form: { to: next, flash: successText(message, 'messages:orderCancelledTitle') },
    });
  },
);
