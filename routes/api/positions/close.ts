import { endpoints } from '#core/contract/endpoints.ts';
import { readClosePositions } from '#core/contract/positions.ts';
import { portfolioPath } from '#core/season/game.ts';
import { handle } from '#framework/endpoint.ts';
import { type Text, textsOf } from '#framework/failure.ts';
import { keyOfRequest, replayHeaders } from '#services/platform/idempotency.ts';
import { formFields, TRADE_FAILED } from '#services/trading/form.ts';
import { closeEach } from '#services/trading/trading.ts';

/** Closes the named positions, each at its own quote. */
export default handle(
  endpoints.closePositions,
  { rawBody: true, ...TRADE_FAILED },
  async ({ body, request, user, services: { trading, sessions, say }, locale, reply }) => {
    const positions = readClosePositions(body, user.id);
    const { intent, game, ...form } = formFields(body);
    const { next = portfolioPath(game) } = form;
    const { closed, refused, replayed } = await closeEach(trading, { ...user, game }, positions, {
      idempotencyKey: keyOfRequest(request, intent),
      markId: sessions.markOf(user),
    });
    const said: Text[] = [
      { key: 'dock:closedCount', params: { count: closed.length } },
      ...refused.flatMap(({ symbol, error }) => [
        { key: 'dock:stillOpen', params: { symbol } } as const,
        ...textsOf(error),
      ]),
    ];
    const answer = {
      closed,
      refused: refused.map(({ symbol, error }) => ({
        symbol,
        code: error.code,
        error: say(textsOf(error), locale),
      })),
    };
    const kind = refused.length > 0 ? 'error' : 'success';
    const flash = { kind, title: { key: 'dock:closedTitle' }, message: said } as const;
    return reply.ok(answer, { headers: replayHeaders(replayed), form: { to: next, flash } });
  },
);
