import { endpoints } from '#core/contract/endpoints.ts';
import { MESSAGES } from '#core/contract/messages.ts';
import { handle } from '#framework/endpoint.ts';

/** Ends the session on the server, with its open sockets; without one there is nothing to end. */
export default handle(
  endpoints.logout,
  async ({ request, services, reply, t }) =>
    reply.ok(
      { message: t('messages:signedOut') },
      { headers: { 'set-cookie': await services.sessions.close(request) }, form: { to: '/auth' } },
    ),
  { form: { title: MESSAGES.logoutFailed.title } },
);
