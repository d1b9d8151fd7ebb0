import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

const back = (body: unknown) => `/admin/prizes/${(body as { season?: unknown } | null)?.season ?? ''}`;

export default handle(endpoints.payPrize, { back, fields: ['username', 'note'] }, async (call) => {
  const { body, user, services } = call;
  await services.decisions.pay(body, user.id);
  return acknowledge(call, 'prizes:paid', back(body));
});
