import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';

export default handle(
  endpoints.contact,
  {
    rawBody: true,
    fields: ['firstName', 'lastName', 'email', 'phone', 'subject', 'message'],
    title: 'messages:contactFailedTitle',
    failure: 'messages:contactFailed',
  },
  async ({ request, body, user, reply, locale, t, services: { addresses, contact, limits } }) => {
    const { incoming, next } = contact.read(body, user);
    await limits.count('contact', { account: user?.id, address: addresses.of(request) });
    if (incoming) await contact.take(incoming, user, locale);
    return reply.ok(
      { success: true, title: t('messages:contactSentTitle'), message: t('messages:contactSent') },
      { form: { to: next, flash: successText('messages:contactSent', 'messages:contactSentTitle') } },
    );
  },
);
