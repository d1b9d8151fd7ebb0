import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.payPrize, { fields: ['note'] }, async (call) => {
  const { body, user, services } = call;
  await services.decisions.pay(body, user.id);
  return acknowledge(call, 'prizes:paid', `/admin/prizes/${body.season}`);
});
