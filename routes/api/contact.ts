import { endpoints } from '#core/contract/endpoints.ts';
import { failureTexts, MESSAGES, successOf } from '#core/contract/messages.ts';
import { handle } from '#framework/endpoint.ts';

export default handle(
  endpoints.contact,
  {
    rawBody: true,
    fields: ['firstName', 'lastName', 'email', 'phone', 'subject', 'message'],
    ...failureTexts('contactFailed'),
  },
  async ({ request, body, user, reply, locale, t, services: { addresses, contact, limits } }) => {
    const { incoming, next } = contact.read(body, user);
    await limits.count('contact', { account: user?.id, address: addresses.of(request) });
    if (incoming) await contact.take(incoming, user, locale);
    const { title, message } = MESSAGES.contactSent;
    return reply.ok(
      { success: true, title: t(title), message: t(message) },
      { form: { to: next, flash: successOf('contactSent') } },
    );
  },
);
