import { endpoints } from '#core/contract/endpoints.ts';
import { orderOfForm, readOrderRequest, TICKET_FIELDS } from '#core/contract/order-request.ts';
import { tickerOf } from '#core/market/ticker.ts';
import { portfolioPath } from '#core/season/game.ts';
import { handle, methods } from '#framework/endpoint.ts';
import { requestText } from '#services/orders/order-notifications.ts';
import { readOrders } from '#services/orders/read-orders.ts';
import { keyOfRequest, replayHeaders } from '#services/platform/idempotency.ts';
import { formFields, TRADE_FAILED } from '#services/trading/form.ts';

export default methods(
  handle(endpoints.orders, async ({ query, user, services: { sql }, reply }) => {
    const { status, symbol, limit, before = null, game } = query;
    const filter = { status, limit, before, symbol: symbol ? (tickerOf(symbol) ?? symbol) : null };
    return reply.ok(await readOrders(sql, { ...user, game }, filter));
  }),
  handle(
    endpoints.placeOrder,
    { rawBody: true, fields: TICKET_FIELDS, ...TRADE_FAILED },
    async ({ body, request, user, services, reply }) => {
      const order = readOrderRequest(orderOfForm(body), user.id, services.market.now());
      const { next, intent, game } = formFields(body);
      const { answer, replayed } = await services.orders.place({ ...user, game }, order, {
        idempotencyKey: keyOfRequest(request, intent),
        markId: services.sessions.markOf(user),
      });
      return reply.ok(answer, {
        // an immediate order that could not fill was not stored as a working order
        status: answer.order.status === 'cancelled' ? 200 : 201,
        headers: replayHeaders(replayed),
        form: {
          to: next ?? portfolioPath(game),
          flash: { kind: 'success', ...requestText(answer.order, 'placed') },
        },
      });
    },
  ),
  handle(endpoints.cancelOrders, async ({ query: { symbol, game }, user, services: { orders }, reply }) =>
    reply.ok(await orders.cancelAll({ ...user, game }, symbol ? (tickerOf(symbol) ?? symbol) : null)),
  ),
);
