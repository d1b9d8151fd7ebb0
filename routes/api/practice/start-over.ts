import { endpoints } from '#core/contract/endpoints.ts';
import { PORTFOLIO_PATH } from '#core/season/game.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';
import { TRADE_FAILED } from '#services/trading/form.ts';

export default handle(
  endpoints.startOver,
  TRADE_FAILED,
  async ({ body: { next = PORTFOLIO_PATH.practice }, user, services, reply, t }) => {
    await services.practice.startOver(user);
    return acknowledge({ reply, t }, 'games:startedOver', next);
  },
);
