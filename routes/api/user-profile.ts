import { endpoints } from '#core/contract/endpoints.ts';
import { MESSAGES } from '#core/contract/messages.ts';
import { handle } from '#framework/endpoint.ts';

/** The signed-in user's own profile. */
export default handle(
  endpoints.ownProfile,
  async ({ user, services, reply }) => reply.ok(await services.accounts.profile(user.id)),
  { form: { failure: MESSAGES.profileFailed.message } },
);
