import { MESSAGES } from '#core/messages.ts';
import { api } from '#server/define.ts';

/** Ends the session on the server, with its open sockets; without one there is nothing to end. */
export default api((app) =>
  app.post(
    '',
    async ({ request, services, reply }) =>
      reply.ok(
        { message: 'Signed out.' },
        { headers: { 'set-cookie': await services.sessions.close(request) }, form: { to: '/auth' } },
      ),
    { access: 'public', limit: 'change', form: { title: MESSAGES.logoutFailed.title } },
  ),
);
