import { EquipRequest } from '#core/contract/schemas/shop.ts';
import { MESSAGES } from '#core/contract/sentences.ts';
import { api } from '#framework/define.ts';
import { REPLAY_HEADER } from '#services/platform/idempotency.ts';

/** Puts an owned item on or takes it off. A form's field `next` names the page to go back to. */
export default api((app) =>
  app.post(
    '',
    async ({ body, request, user, services, reply, t }) => {
      const { next = '/profile', ...change } = body;
      const idempotencyKey = request.headers.get('idempotency-key');
      const { answer, replayed } = await services.shop.equip(user!.id, change, { idempotencyKey });
      return reply.ok(answer, {
        headers: replayed ? { [REPLAY_HEADER]: 'true' } : {},
        form: {
          to: next,
          flash: { kind: 'success', title: t('shop:success'), message: t('shop:updated') },
        },
      });
    },
    {
      access: 'member',
      limit: 'change',
      body: EquipRequest,
      form: { title: MESSAGES.equipFailed.title, failure: MESSAGES.equipFailed.message },
    },
  ),
);
