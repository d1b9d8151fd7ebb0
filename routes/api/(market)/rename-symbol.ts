import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

const back = '/admin/market';

export default handle(endpoints.renameSymbol, { back, fields: ['symbol', 'newSymbol'] }, async (call) => {
  const { body, user, services } = call;
  await services.symbolChanges.rename(body.symbol, body.newSymbol, user.id);
  return acknowledge(call, 'symbols:renamed', back);
});
