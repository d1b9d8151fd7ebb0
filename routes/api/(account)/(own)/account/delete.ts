import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.deleteAccount, { back: '/settings/delete' }, async (call) => {
  const { request, user, body, services } = call;
  await services.leaving.ask(request, user, body);
  return acknowledge(call, 'safety:deletionAsked', '/auth', {
    'set-cookie': await services.sessions.close(request),
  });
});
