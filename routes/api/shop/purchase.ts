import { endpoints } from '#core/contract/endpoints.ts';
import { AppError } from '#core/refusals/refusals.ts';
import { handle } from '#framework/endpoint.ts';
import { isFormPost } from '#framework/http/response.ts';
import { successText } from '#services/platform/acknowledge.ts';
import { keyOfRequest, replayHeaders } from '#services/platform/idempotency.ts';

/** Buys one item at its catalogue price. A form's field `next` names the page to return to. */
export default handle(
  endpoints.purchase,
  { title: 'messages:error', failure: 'messages:purchaseFailed' },
  async ({ body, request, user, services, reply, t }) => {
    const { itemId, next = '/shop' } = body;
    const idempotencyKey = keyOfRequest(request);
    const bought = await services.shop
      .purchase(user.id, itemId, { idempotencyKey })
      .catch((error: unknown) => {
        // a second press of the form counts as success
        if (!(isFormPost(request) && error instanceof AppError && error.code === 'ALREADY_OWNED'))
          throw error;
        return null;
      });
    if (!bought)
      return reply.go(next, successText('messages:alreadyOwnedText', 'messages:alreadyOwnedTitle'));
    const answer = { ...bought.answer, message: t('messages:purchased') };
    const form = { to: next, flash: successText('messages:purchased') };
    return reply.ok(answer, { headers: replayHeaders(bought.replayed), form });
  },
);
