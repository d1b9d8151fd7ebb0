import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { giveRole } from '#services/account/roles.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.chooseRole, { fields: ['reason'] }, async (call) => {
  const id = await giveRole(call.services, call.user, call.body);
  return acknowledge(call, 'people:roleGiven', `/admin/people/${id}`);
});
