import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { demandReadable, profileSeenBy } from '#services/account/privacy.ts';

/** Any trader's profile, as the reader may see it; UNKNOWN_TRADER for a reader who may not open the trader's page. */
export default handle(
  endpoints.profile,
  { failure: 'messages:profileFailed' },
  async ({ params, user, services, reply }) => {
    await demandReadable(services.sql, user, params.id);
    return reply.ok(await profileSeenBy(services, user, await services.accounts.profile(params.id)));
  },
);
