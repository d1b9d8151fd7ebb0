import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { giveRole } from '#services/account/roles.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

/** Gives a trader a role. */
export default handle(endpoints.chooseRole, async (call) => {
  await giveRole(call.services.sql, call.user, call.body);
  const query = new URLSearchParams({ q: call.body.username });
  return acknowledge(call, 'people:roleGiven', `/admin/people?${query}`);
});
