import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.turnFactorOff, { back: '/settings/factor' }, async (call) => {
  await call.services.secondFactor.turnOff(call.request, call.user, call.body);
  return acknowledge(call, 'safety:factorOff', '/settings');
});
