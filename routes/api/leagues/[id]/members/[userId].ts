import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

/** What the owner and helpers do with a member. */
export default handle(endpoints.changeMember, async (call) => {
  const { services, user, params, body } = call;
  await services.leagues.decide(user, params.id, params.userId, body);
  return acknowledge(call, `leagues:done.${body.action}`, `/leagues/${params.id}?tab=members`);
});
