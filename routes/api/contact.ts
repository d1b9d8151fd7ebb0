import { api } from '#server/define.ts';
import { clientAddress } from '#server/ratelimit.ts';
import { sitePath } from '#server/reply.ts';

/** SPEC's sentence after a message was sent. */
const SENT = { title: 'Message Sent', message: "We'll get back to you as soon as possible." };

export default api((app) =>
  app.post(
    '',
    async ({ request, server, body, user, reply, services: { contact, limits, settings } }) => {
      const peer = server?.requestIP(request)?.address;
      await limits.count('contact', {
        account: user?.id,
        address: clientAddress(request.headers, peer, settings.trustProxy),
      });
      await contact.submit(body, user);
      const next =
        typeof body === 'object' && body !== null && 'next' in body ? String(body.next) : '/contact';
      return reply.ok(
        { success: true, ...SENT },
        { form: { to: sitePath(next), flash: { kind: 'success', ...SENT } } },
      );
    },
    { access: 'public' },
  ),
);
