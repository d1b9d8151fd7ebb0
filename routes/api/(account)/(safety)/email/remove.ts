import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

/** Removes the confirmed address, and ends the link of an address that is not confirmed yet. */
export default handle(endpoints.removeEmail, { back: '/settings/email' }, async (call) => {
  await call.services.recovery.removeEmail(call.request, call.user);
  return acknowledge(call, 'safety:emailRemoved', '/settings');
});
