import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.setEmail, { back: '/settings/email', fields: ['email'] }, async (call) => {
  const { request, user, body, locale, services } = call;
  await services.recovery.askEmail(request, user, body.email, locale);
  return acknowledge(call, 'safety:confirmOnItsWay', '/settings');
});
