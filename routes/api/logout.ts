import { MESSAGES } from '#core/contract/sentences.ts';
import { api } from '#framework/define.ts';

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
