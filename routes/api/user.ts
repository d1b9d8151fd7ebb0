import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';

/** Returns the signed-in user; 401 for a visitor. */
export default handle(endpoints.user, async ({ user, services, reply }) =>
  reply.ok(await services.accounts.wire(user)),
);
