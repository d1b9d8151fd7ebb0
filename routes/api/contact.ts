import { endpoints } from '#core/contract/endpoints.ts';
import { CONTACT_FAILED, CONTACT_SENT } from '#core/contract/schemas/contact.ts';
import { handle } from '#framework/endpoint.ts';

export default handle(
  endpoints.contact,
  async ({ request, body, user, reply, services: { addresses, contact, limits } }) => {
    const { incoming, next } = contact.read(body, user);
    await limits.count('contact', { account: user?.id, address: addresses.of(request) });
    if (incoming) await contact.take(incoming, user);
    return reply.ok(
      { success: true, ...CONTACT_SENT },
      { form: { to: next, flash: { kind: 'success', ...CONTACT_SENT } } },
    );
  },
  { rawBody: true, form: { title: CONTACT_FAILED.title, failure: CONTACT_FAILED.message } },
);
