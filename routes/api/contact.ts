import { CONTACT_FAILED, CONTACT_SENT } from '#core/wire/contact.ts';
import { api } from '#server/define.ts';
import { clientAddress } from '#server/ratelimit.ts';

export default api((app) =>
  app.post(
    '',
    async ({ request, server, body, user, reply, services: { contact, limits, settings } }) => {
      const { incoming, next } = contact.read(body, user);
      const peer = server?.requestIP(request)?.address;
      await limits.count('contact', {
        account: user?.id,
        address: clientAddress(request.headers, peer, settings.trustProxy),
      });
      if (incoming) await contact.take(incoming, user);
      return reply.ok(
        { success: true, ...CONTACT_SENT },
        { form: { to: next, flash: { kind: 'success', ...CONTACT_SENT } } },
      );
    },
    { access: 'public', form: { title: CONTACT_FAILED.title, failure: CONTACT_FAILED.message } },
  ),
);
