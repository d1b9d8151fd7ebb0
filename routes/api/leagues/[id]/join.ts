import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { joinedForm } from '#services/leagues/join-league.ts';

export default handle(endpoints.joinListedLeague, async ({ params, user, services, reply }) => {
  const joined = await services.leagues.joinListed(user, params.id);
  return reply.ok(joined, { form: joinedForm(joined) });
});
