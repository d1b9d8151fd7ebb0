import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { sitePath } from '#framework/http/response.ts';
import { markDone } from '#services/contact/handle-messages.ts';

export default handle(
  endpoints.doneMessages,
  { back: '/admin/messages' },
  async ({ services, user, body, reply, t }) => {
    const done = await markDone(services.sql, user, body.ids);
    const message = { key: 'inbox:doneMany' as const, params: { count: done } };
    return reply.ok(
      { message: t(message.key, message.params), done },
      {
        form: {
          to: sitePath(body.next ?? '/admin/messages'),
          flash: { kind: 'success', title: { key: 'messages:success' }, message },
        },
      },
    );
  },
);
