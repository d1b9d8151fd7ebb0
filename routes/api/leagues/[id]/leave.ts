import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

/** Leaves a league, or withdraws a request to join. */
export default handle(endpoints.leaveLeague, async (call) => {
  const outcome = await call.services.leagues.leave(call.user, call.params.id);
  return acknowledge(call, `leagues:${outcome}`, '/leagues');
});
