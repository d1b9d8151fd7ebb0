import { endpoints } from '#core/contract/endpoints.ts';
import { readOrderRequest } from '#core/contract/order-request.ts';
import { handle } from '#framework/endpoint.ts';
import { formFields } from '#services/trading/form.ts';

/** Returns the cash that an order would hold and the price at which it would fire; stores nothing. */
export default handle(
  endpoints.previewOrder,
  { rawBody: true },
  async ({ body, user, services: { orders, market }, reply }) =>
    reply.ok(
      await orders.preview(
        { ...user, game: formFields(body).game },
        readOrderRequest(body, user.id, market.now()),
      ),
    ),
);
