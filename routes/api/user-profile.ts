import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';

export default handle(
  endpoints.ownProfile,
  { failure: 'messages:profileFailed' },
  async ({ query: { game }, user, services: { accounts }, reply }) => {
    const [profile, orders] = await Promise.all([
      accounts.profile(user.id, game),
      accounts.heldByOrders(user.id, game),
    ]);
    return reply.ok({ ...profile, ...orders });
  },
);
