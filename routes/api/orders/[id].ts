import { endpoints } from '#core/contract/endpoints.ts';
import { readReplacement } from '#core/contract/order-request.ts';
import { handle, methods } from '#framework/endpoint.ts';
import { requestText } from '#services/orders/order-notifications.ts';
import { readOrderHistory } from '#services/orders/read-orders.ts';

/** When a change is refused, the form shows the typed values of these fields again. `order` is the order's id. */
const CHANGE_FIELDS = ['order', 'stopPrice', 'limitPrice', 'trailAmount', 'trailPercent', 'quantity'];

export default methods(
  handle(endpoints.order, async ({ params, user, services: { sql }, reply }) =>
    reply.ok(await readOrderHistory(sql, user, params.id)),
  ),
  handle(
    endpoints.replaceOrder,
    { rawBody: true },
    async ({ params, body, user, services: { orders, market }, reply }) =>
      reply.ok(await orders.replace(user, params.id, readReplacement(body, market.now()))),
  ),
  handle(endpoints.cancelOrder, async ({ params, query, user, services: { orders }, reply }) =>
    reply.ok(await orders.cancel(user, params.id, query.group)),
  ),
  handle(
    endpoints.orderForm,
    { rawBody: true, fields: CHANGE_FIELDS, title: 'dock:refused', failure: 'messages:crashNotice' },
    async ({ params, body, user, services: { orders, market }, reply }) => {
      const { _method: method, next = '/portfolio' } = endpoints.orderForm.body
        .pick({ _method: true, next: true })
        .parse(body);
      const answer =
        method === 'cancel'
          ? await orders.cancel(user, params.id)
          : await orders.replace(user, params.id, readReplacement(body, market.now()));
      return reply.ok(answer, {
        form: { to: next, flash: { kind: 'success', ...requestText(answer, 'replaced') } },
      });
    },
  ),
);
