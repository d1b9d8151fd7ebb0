import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';

/** Starts a private game with the settings of a finished one, and invites the members of the finished one. */
export default handle(endpoints.playAgain, async ({ params, user, services, reply }) => {
  const added = await services.leagues.again(user, params.id);
  const { message, ...flash } = successText('leagues:againDone');
  // `missing` has sectors or tickers; tickers stay as they are
  const lacks =
    added.missing.length > 0
      ? [{ key: 'leagues:againWithout', params: { sectors: added.missing } } as const]
      : [];
  const form = { to: `/leagues/${added.id}`, flash: { ...flash, message: [message, ...lacks] } };
  return reply.ok(added, { status: 201, form });
});
