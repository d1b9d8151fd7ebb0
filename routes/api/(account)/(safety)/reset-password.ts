import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';
import { tokenPage } from '#services/recovery/links.ts';

export default handle(endpoints.resetPassword, { back: tokenPage('/auth/reset') }, async (call) => {
  await call.services.recovery.reset(call.request, call.body);
  return acknowledge(call, 'safety:passwordSet', '/auth');
});
