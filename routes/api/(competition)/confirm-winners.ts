import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

/** Makes the winners of a season final. */
export default handle(endpoints.confirmWinners, async (call) => {
  const { body, user, services } = call;
  await services.decisions.confirm(body, user.id);
  return acknowledge(call, 'prizes:confirmed', `/admin/prizes/${body.season}`);
});
