import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { joinedForm } from '#services/leagues/join-league.ts';

export default handle(endpoints.joinLeague, async ({ request, body, user, services, reply }) => {
  const joined = await services.leagues.join(request, user, body.code);
  return reply.ok(joined, { form: joinedForm(joined) });
});
