import { endpoints } from '#core/contract/endpoints.ts';
import { MESSAGES } from '#core/contract/messages.ts';
import { handle } from '#framework/endpoint.ts';

/** The catalogue, with the items that the reader owns and wears. */
export default handle(
  endpoints.shopItems,
  { failure: MESSAGES.shopFailed.message },
  async ({ user, services, reply }) => reply.ok(await services.shop.items(user.id)),
);
