import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { endSessions } from '#services/account/people.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.endPersonSessions, { fields: ['reason', 'act'] }, async (call) => {
  const { services, user, params, body } = call;
  await endSessions(services, user, params.id, body.reason);
  return acknowledge(call, 'people:sessionsEnded', `/admin/people/${params.id}`);
});
