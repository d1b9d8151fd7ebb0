import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

const back = (body: unknown) => `/admin/prizes/${(body as { season?: unknown } | null)?.season ?? ''}`;

/** Takes the prize from a trader who keeps the place. */
export default handle(endpoints.withholdPrize, { back, fields: ['username', 'reason'] }, async (call) => {
  const { body, user, services } = call;
  await services.decisions.withhold(body, user.id);
  return acknowledge(call, 'prizes:withheld', back(body));
});
