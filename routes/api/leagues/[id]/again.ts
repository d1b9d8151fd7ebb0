import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';

/** Starts a private game like a finished one, and invites its members. */
export default handle(endpoints.playAgain, async ({ params, user, services, reply }) => {
  const added = await services.leagues.again(user, params.id);
  const form = { to: `/leagues/${added.id}`, flash: successText('leagues:againDone') };
  return reply.ok(added, { status: 201, form });
});
