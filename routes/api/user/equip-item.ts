import { endpoints } from '#core/contract/endpoints.ts';
import { failureTexts, MESSAGES, successOf } from '#core/contract/messages.ts';
import { handle } from '#framework/endpoint.ts';
import { REPLAY_HEADER } from '#services/platform/idempotency.ts';

/** Puts an owned item on or takes it off. A form's field `next` names the page to go back to. */
export default handle(
  endpoints.equip,
  failureTexts('equipFailed'),
  async ({ body, request, user, services, reply, t }) => {
    const { next = '/profile', ...change } = body;
    const idempotencyKey = request.headers.get('idempotency-key');
    const { answer, replayed } = await services.shop.equip(user.id, change, { idempotencyKey });
    const message = t(MESSAGES.equipped.message);
    return reply.ok(
      { ...answer, message },
      {
        headers: replayed ? { [REPLAY_HEADER]: 'true' } : {},
        form: {
          to: next,
          flash: successOf('equipped'),
        },
      },
    );
  },
);
