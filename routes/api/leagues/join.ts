import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';

/** Joins a league by its invitation. */
export default handle(endpoints.joinLeague, async ({ request, body, user, services, reply }) => {
  const joined = await services.leagues.join(request, user, body.code);
  const form =
    joined.state === 'in'
      ? { to: `/leagues/${joined.id}`, flash: successText('leagues:joined') }
      : { to: '/leagues', flash: successText('leagues:asked') };
  return reply.ok(joined, { form });
});
