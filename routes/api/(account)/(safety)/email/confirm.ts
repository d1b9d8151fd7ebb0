import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';
import { tokenPage } from '#services/recovery/links.ts';

/** Confirms an address by its mailed link, in a session of its account. */
export default handle(endpoints.confirmEmail, { back: tokenPage('/auth/confirm-email') }, async (call) => {
  await call.services.recovery.confirmEmail(call.user, call.body.token);
  return acknowledge(call, 'safety:emailConfirmed', '/settings');
});
