import { endpoints } from '#core/contract/endpoints.ts';
import { MESSAGES } from '#core/contract/sentences.ts';
import { handle } from '#framework/endpoint.ts';
import { REPLAY_HEADER } from '#services/platform/idempotency.ts';

/** Puts an owned item on or takes it off. A form's field `next` names the page to go back to. */
export default handle(
  endpoints.equip,
  async ({ body, request, user, services, reply, t }) => {
    const { next = '/profile', ...change } = body;
    const idempotencyKey = request.headers.get('idempotency-key');
    const { answer, replayed } = await services.shop.equip(user.id, change, { idempotencyKey });
    return reply.ok(answer, {
      headers: replayed ? { [REPLAY_HEADER]: 'true' } : {},
      form: {
        to: next,
        flash: { kind: 'success', title: t('shop:success'), message: t('shop:updated') },
      },
    });
  },
  { form: { title: MESSAGES.equipFailed.title, failure: MESSAGES.equipFailed.message } },
);
