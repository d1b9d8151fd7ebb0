import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

/** Carries out the owner's or a helper's action on a member. */
export default handle(endpoints.changeMember, async (call) => {
  const { services, user, params, body } = call;
  await services.leagues.decide(user, params.id, params.userId, body);
  // a former owner cannot open the desk
  const page = body.action === 'owner' ? '?tab=members' : '/desk';
  return acknowledge(call, `leagues:done.${body.action}`, `/leagues/${params.id}${page}`);
});
