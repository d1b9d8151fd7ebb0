import { endpoints } from '#core/contract/endpoints.ts';
import { TICKET_FIELDS } from '#core/contract/order-request.ts';
import { readTradeRequest, type TradeAnswer } from '#core/contract/trade.ts';
import { chartPath } from '#core/season/game.ts';
import { ACTION_NAME, executedKey } from '#core/trading/executed-text.ts';
import { handle } from '#framework/endpoint.ts';
import type { Text } from '#framework/failure.ts';
import type { Translate } from '#framework/page.tsx';
import { keyOfRequest, replayHeaders } from '#services/platform/idempotency.ts';
import { formFields, TRADE_FAILED } from '#services/trading/form.ts';

function executed(t: Translate, { action, quantity, symbol, price }: TradeAnswer): Text {
  const word = t(`chart:${ACTION_NAME[action]}`).toUpperCase();
  return {
    key: `chart:${executedKey(quantity)}`,
    params: { action: word, quantity, symbol, price: String(price) },
  };
}

/** Returns the flash about a trade's XP and TKF; empty for most trades. */
function gained({ xpGained, levelsGained, tkfGained }: TradeAnswer): Text[] {
  if (levelsGained > 0) return [{ key: 'chart:levelled', params: { xp: xpGained, tkf: tkfGained } }];
  return xpGained > 0 ? [{ key: 'chart:gained', params: { xp: xpGained } }] : [];
}

/** Fills an order. A form without scripts adds its key as `intent` and the page to return to as `next`. */
export default handle(
  endpoints.trade,
  { rawBody: true, fields: TICKET_FIELDS, ...TRADE_FAILED },
  async ({ body, request, user, services, reply, t }) => {
    const order = readTradeRequest(body, user.id);
    const { intent, game, ...form } = formFields(body);
    const { next = `${chartPath(game)}?symbol=${encodeURIComponent(order.symbol)}` } = form;
    const idempotencyKey = keyOfRequest(request, intent);
    const { answer, replayed } = await services.trading.execute({ ...user, game }, order, {
      idempotencyKey,
      markId: services.sessions.markOf(user),
    });
    const message = [executed(t, answer), ...gained(answer)];
    const flash = { kind: 'success', title: { key: 'chart:executedTitle' }, message } as const;
    return reply.ok(answer, { headers: replayHeaders(replayed), form: { to: next, flash } });
  },
);
