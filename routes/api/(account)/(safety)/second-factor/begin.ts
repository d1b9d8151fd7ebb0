import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.beginFactor, { back: '/settings/factor' }, async (call) => {
  await call.services.secondFactor.begin(call.request, call.user);
  return acknowledge(call, 'safety:factorBegun', '/settings/factor');
});
