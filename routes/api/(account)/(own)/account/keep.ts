import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.keepAccount, { back: '/settings' }, async (call) => {
  await call.services.leaving.keep(call.user);
  return acknowledge(call, 'safety:accountKept', '/settings');
});
