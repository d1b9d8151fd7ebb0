import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

/** Signs out all other browsers, and ends mailed links, recovery codes, known browsers and sign-ins in progress. */
export default handle(endpoints.endOtherSessions, { back: '/settings' }, async (call) => {
  const { request, user, services } = call;
  await services.sessions.endOlderWays(user.id, request);
  services.securityLog.signedOut(request, user, 'all others');
  return acknowledge(call, 'safety:othersEnded', '/settings');
});
