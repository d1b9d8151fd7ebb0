import { readTradeRequest } from '#core/wire/trade.ts';
import { api } from '#server/define.ts';
import { REPLAY_HEADER } from '#server/idempotency.ts';
import { clientAddress } from '#server/ratelimit.ts';

/** A text field of the body, if it has one. */
function field(body: unknown, name: string): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const value = (body as Record<string, unknown>)[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * Fills an order. A form without scripts sends the same fields, its key as `intent` and the page to go back to as
 * `next`.
 */
export default api((app) =>
  app.post(
    '',
    async ({ body, request, server, user, services, reply, t }) => {
      const { limits, settings, trading } = services;
      const peer = server?.requestIP(request)?.address;
      const address = clientAddress(request.headers, peer, settings.trustProxy);
      await limits.count('trade', { account: user!.id, address });
      const order = readTradeRequest(body, user!.id);
      const idempotencyKey = request.headers.get('idempotency-key') ?? field(body, 'intent');
      const { answer, replayed } = await trading.execute(user!, order, { idempotencyKey });
      return reply.ok(answer, {
        headers: replayed ? { [REPLAY_HEADER]: 'true' } : {},
        form: {
          to: field(body, 'next') ?? `/chart?symbol=${encodeURIComponent(answer.symbol)}`,
          flash: {
            kind: 'success',
            title: t('chart:executedTitle'),
            message: t('chart:executed', {
              action: answer.action.toUpperCase(),
              quantity: answer.quantity,
              symbol: answer.symbol,
              price: answer.price.toFixed(2),
            }),
          },
        },
      });
    },
    { access: 'member', form: { title: 'Trade Failed' } },
  ),
);
