import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.takeFactor, { fields: ['reason', 'act'] }, async (call) => {
  const { services, user, params, body } = call;
  await services.secondFactor.takeFrom(user, params.id, body.reason);
  return acknowledge(call, 'people:factorTaken', `/admin/people/${params.id}`);
});
