import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

/** Takes the confirmed address away. */
export default handle(endpoints.removeEmail, { back: '/settings/email' }, async (call) => {
  await call.services.recovery.removeEmail(call.request, call.user);
  return acknowledge(call, 'safety:emailRemoved', '/settings');
});
