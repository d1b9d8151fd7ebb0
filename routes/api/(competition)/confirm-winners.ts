import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

const back = (body: unknown) => `/admin/prizes/${(body as { season?: unknown } | null)?.season ?? ''}`;

/** Makes the winners of a season final. */
export default handle(endpoints.confirmWinners, { back }, async (call) => {
  const { body, user, services } = call;
  await services.decisions.confirm(body, user.id);
  return acknowledge(call, 'prizes:confirmed', back(body));
});
