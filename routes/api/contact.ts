import { CONTACT_FAILED, CONTACT_SENT } from '#core/contract/schemas/contact.ts';
import { api } from '#framework/define.ts';

export default api((app) =>
  app.post(
    '',
    async ({ request, body, user, reply, services: { addresses, contact, limits } }) => {
      const { incoming, next } = contact.read(body, user);
      await limits.count('contact', { account: user?.id, address: addresses.of(request) });
      if (incoming) await contact.take(incoming, user);
      return reply.ok(
        { success: true, ...CONTACT_SENT },
        { form: { to: next, flash: { kind: 'success', ...CONTACT_SENT } } },
      );
    },
    {
      access: 'public',
      limit: 'change',
      form: { title: CONTACT_FAILED.title, failure: CONTACT_FAILED.message },
    },
  ),
);
