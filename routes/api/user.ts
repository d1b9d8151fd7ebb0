import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';

/** Who is signed in; 401 when nobody is. */
export default handle(endpoints.user, async ({ user, services, reply }) =>
  reply.ok(await services.accounts.wire(user)),
);
