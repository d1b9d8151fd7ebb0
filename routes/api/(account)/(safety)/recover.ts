import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.recoverAccount, { fields: ['username'] }, async (call) => {
  await call.services.recovery.recover(call.request, call.body);
  return acknowledge(call, 'safety:passwordSet', '/auth');
});
