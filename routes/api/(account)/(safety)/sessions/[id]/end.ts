import { endpoints } from '#core/contract/endpoints.ts';
import { fail } from '#core/refusals/refusals.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.endSession, { back: '/settings' }, async (call) => {
  const { params, request, user, services } = call;
  if (!(await services.sessions.closeOne(user.id, params.id))) throw fail('NOT_FOUND');
  services.securityLog.signedOut(request, user, 'another');
  return acknowledge(call, 'safety:sessionEnded', '/settings');
});
