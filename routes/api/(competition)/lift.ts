import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

/** Gives a disqualified trader the place back, or a trader without a prize the prize. */
export default handle(endpoints.liftDecision, { fields: ['reason'] }, async (call) => {
  const { body, user, services } = call;
  await services.decisions.lift(body, user.id);
  return acknowledge(call, 'prizes:lifted', `/admin/prizes/${body.season}`);
});
