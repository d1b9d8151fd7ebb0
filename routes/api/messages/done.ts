import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { sitePath } from '#framework/http/response.ts';
import { markDone } from '#services/contact/handle-messages.ts';
import { successText } from '#services/platform/acknowledge.ts';

export default handle(
  endpoints.doneMessages,
  { back: '/admin/messages' },
  async ({ services, user, body, reply, t }) => {
    const done = await markDone(services.sql, user, body.ids);
    const message = { key: 'inbox:doneMany' as const, params: { count: done } };
    const form = { to: sitePath(body.next ?? '/admin/messages'), flash: successText(message) };
    return reply.ok({ message: t(message.key, message.params), done }, { form });
  },
);
