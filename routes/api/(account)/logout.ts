import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';

/** Ends the session on the server and closes its sockets; succeeds without a session too. */
export default handle(
  endpoints.logout,
  { title: 'messages:logoutFailed' },
  async ({ request, services, user, reply, t }) => {
    const headers = { 'set-cookie': await services.sessions.close(request) };
    if (user) services.securityLog.signedOut(request, user, 'this');
    return reply.ok({ message: t('messages:signedOut') }, { headers, form: { to: '/auth' } });
  },
);
