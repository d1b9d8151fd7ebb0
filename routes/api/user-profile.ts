import { endpoints } from '#core/contract/endpoints.ts';
import { MESSAGES } from '#core/contract/messages.ts';
import { handle } from '#framework/endpoint.ts';

/** The signed-in user's own profile. */
export default handle(
  endpoints.ownProfile,
  { failure: MESSAGES.profileFailed.message },
  async ({ user, services: { accounts }, reply }) => {
    const [profile, orders] = await Promise.all([accounts.profile(user.id), accounts.heldByOrders(user.id)]);
    return reply.ok({ ...profile, ...orders });
  },
);
