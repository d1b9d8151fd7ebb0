import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

const back = '/admin/market';

/** Closes every position in a symbol without a price, at the price that the body names. */
export default handle(
  endpoints.settleSymbol,
  { back, fields: ['symbol', 'price', 'reason'] },
  async (call) => {
    const { body, user, services } = call;
    await services.symbolChanges.settle(body.symbol, body.price, body.reason, user.id);
    return acknowledge(call, 'symbols:settled', back);
  },
);
