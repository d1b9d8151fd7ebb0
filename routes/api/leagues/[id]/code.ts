import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';

export default handle(endpoints.renewInvitation, async ({ params, user, services, reply }) => {
  const code = await services.leagues.renew(user, params.id);
  return reply.ok({ code }, { form: { to: `/leagues/${params.id}`, flash: successText('leagues:renewed') } });
});
