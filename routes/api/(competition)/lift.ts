import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

const back = (body: unknown) => `/admin/prizes/${(body as { season?: unknown } | null)?.season ?? ''}`;

/** Gives a disqualified trader the place back, or a trader without a prize the prize. */
export default handle(endpoints.liftDecision, { back, fields: ['username', 'reason'] }, async (call) => {
  const { body, user, services } = call;
  await services.decisions.lift(body, user.id);
  return acknowledge(call, 'prizes:lifted', back(body));
});
