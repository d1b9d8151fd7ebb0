import { CONTACT_FAILED, CONTACT_SENT } from '#core/wire/contact.ts';
import { api } from '#server/define.ts';
import { clientAddress } from '#server/ratelimit.ts';
import { sitePath } from '#server/reply.ts';

export default api((app) =>
  app.post(
    '',
    async ({ request, server, body, user, reply, services: { contact, limits, settings } }) => {
      const message = contact.read(body, user);
      const peer = server?.requestIP(request)?.address;
      await limits.count('contact', {
        account: user?.id,
        address: clientAddress(request.headers, peer, settings.trustProxy),
      });
      if (message) await contact.take(message, user);
      const next =
        typeof body === 'object' && body !== null && 'next' in body ? String(body.next) : '/contact';
      return reply.ok(
        { success: true, ...CONTACT_SENT },
        { form: { to: sitePath(next), flash: { kind: 'success', ...CONTACT_SENT } } },
      );
    },
    { access: 'public', form: { title: CONTACT_FAILED.title, failure: CONTACT_FAILED.message } },
  ),
);
