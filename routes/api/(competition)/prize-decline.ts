import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.declinePrize, { back: '/prize' }, async (call) => {
  await call.services.claims.decline(call.user, call.body.season);
  return acknowledge(call, 'prizes:declined', '/prize');
});
