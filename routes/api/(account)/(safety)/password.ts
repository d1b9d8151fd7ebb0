import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

/**
 * Changes the password, given the current one, and renews the cookie that marks this browser as known to the account.
 */
export default handle(endpoints.changePassword, { back: '/settings/password' }, async (call) => {
  const { request, user, body, services } = call;
  await services.recovery.changePassword(request, user, body);
  const credential = await services.accounts.credential(user.username);
  const headers = credential && { 'set-cookie': services.devices.cookie(request, credential) };
  return acknowledge(call, 'safety:passwordChanged', '/settings', headers ?? undefined);
});
