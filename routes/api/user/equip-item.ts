import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';
import { keyOfRequest, replayHeaders } from '#services/platform/idempotency.ts';

/** Equips or unequips an owned item. A form's field `next` names the page to return to. */
export default handle(
  endpoints.equip,
  { title: 'messages:error', failure: 'messages:equipFailed' },
  async ({ body, request, user, services, reply, t }) => {
    const { next = '/profile', ...change } = body;
    const idempotencyKey = keyOfRequest(request);
    const { answer, replayed } = await services.shop.equip(user.id, change, { idempotencyKey });
    const form = { to: next, flash: successText('messages:equipped') };
    const headers = replayHeaders(replayed);
    return reply.ok({ ...answer, message: t('messages:equipped') }, { headers, form });
  },
);
