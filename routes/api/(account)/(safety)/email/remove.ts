import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

/** Removes the confirmed address, and ends the mailed link that would confirm another address. */
export default handle(endpoints.removeEmail, { back: '/settings/email' }, async (call) => {
  await call.services.recovery.removeEmail(call.request, call.user);
  return acknowledge(call, 'safety:emailRemoved', '/settings');
});
