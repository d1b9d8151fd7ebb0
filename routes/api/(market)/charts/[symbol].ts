import { endpoints } from '#core/contract/endpoints.ts';
import { findChart, storeChart } from '#db/queries/account/preferences.ts';
import { handle, methods } from '#framework/endpoint.ts';

export default methods(
  handle(endpoints.keptChart, async ({ params, user, services: { sql }, reply }) =>
    reply.ok({ chart: await findChart(sql, user.id, params.symbol) }),
  ),
  handle(endpoints.keepChart, async ({ params, body, user, services: { sql, clock }, reply }) => {
    await storeChart(sql, { userId: user.id, symbol: params.symbol, at: new Date(clock.now()) }, body);
    return reply.ok({ success: true });
  }),
);
