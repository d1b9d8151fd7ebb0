import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';

/** The catalogue, with the items that the reader owns and wears. */
export default handle(
  endpoints.shopItems,
  { failure: 'messages:shopFailed' },
  async ({ user, services, reply }) => reply.ok(await services.shop.items(user.id)),
);
