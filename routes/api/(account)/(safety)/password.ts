import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

/** Sets a new password with the current one; the account still knows this browser afterwards. */
export default handle(endpoints.changePassword, { back: '/settings/password' }, async (call) => {
  const { request, user, body, services } = call;
  await services.recovery.changePassword(request, user, body);
  const credential = await services.accounts.credential(user.username);
  const headers = credential && { 'set-cookie': services.devices.cookie(request, credential) };
  return acknowledge(call, 'safety:passwordChanged', '/settings', headers ?? undefined);
});
