import { endpoints } from '#core/contract/endpoints.ts';
import { fail } from '#core/refusals/refusals.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

/** Mails a link that resets the password; the response does not reveal whether the account exists. */
export default handle(endpoints.forgotPassword, { fields: ['account'] }, async (call) => {
  const { body, locale, services } = call;
  if (!services.recovery.isMailOn) throw fail('NOT_FOUND');
  await services.recovery.forgot(body.account, locale);
  return acknowledge(call, 'safety:linkOnItsWay', '/auth');
});
