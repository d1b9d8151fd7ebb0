import { endpoints } from '#core/contract/endpoints.ts';
import { PlacedAnswer } from '#core/contract/orders.ts';
import { TradeAnswer } from '#core/contract/trade.ts';
import { fail } from '#core/refusals/refusals.ts';
import { handle } from '#framework/endpoint.ts';

/** The stored response to an order, by its Idempotency-Key: for a client that lost the response. */
export default handle(endpoints.sentOrder, async ({ params, user, services: { trading }, reply }) => {
  const answer = await trading.answerTo(user, params.key);
  const placed = PlacedAnswer.safeParse(answer).data ?? null;
  const trade = TradeAnswer.safeParse(answer).data ?? null;
  if (!placed && !trade) throw fail('ORDER_NOT_FOUND');
  return reply.ok({ placed, trade });
});
