import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';

/** Approves the join requests of the people in the body. */
export default handle(endpoints.approveMembers, async ({ params, body, user, services, reply }) => {
  const approved = await services.leagues.approve(user, params.id, body.people);
  const flash = successText({ key: 'leagues:approvedCount', params: { count: approved } });
  return reply.ok({ approved }, { form: { to: `/leagues/${params.id}/desk`, flash } });
});
