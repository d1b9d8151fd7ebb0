import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

/** Takes the prize from a trader who keeps the place. */
export default handle(endpoints.withholdPrize, { fields: ['reason'] }, async (call) => {
  const { body, user, services } = call;
  await services.decisions.withhold(body, user.id);
  return acknowledge(call, 'prizes:withheld', `/admin/prizes/${body.season}`);
});
