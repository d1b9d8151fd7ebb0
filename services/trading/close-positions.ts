/** Closes several positions of a trader, each at its own quote. */
import { createHash } from 'node:crypto';
import type { PositionName } from '#core/contract/positions.ts';
import type { TradeAnswer } from '#core/contract/trade.ts';
import { AppError } from '#core/refusals/refusals.ts';
import type { Trader, Trading } from './trading.ts';

export type CloseOutcome = { closed: TradeAnswer[]; refused: { symbol: string; error: AppError }[] };

/**
 * One order after the other: what is refused stays open, the rest goes on. Each fill has a key of its own made of the
 * request's, so that a repeat gets the same fills and closes nothing that was opened since.
 * @throws AppError the refusal of the first position when none could be closed
 */
export async function closeEach(
  trading: Pick<Trading, 'execute'>,
  trader: Trader,
  positions: readonly PositionName[],
  { idempotencyKey, markId }: { idempotencyKey: string | null; markId: bigint | null },
): Promise<CloseOutcome> {
  const closed: TradeAnswer[] = [];
  const refused: CloseOutcome['refused'] = [];
  for (const { symbol, side } of positions) {
    const action = side === 'long' ? 'sell' : 'cover';
    const order = { symbol, action, size: { kind: 'all' }, reverse: false, quotedPrice: null } as const;
    try {
      const key = idempotencyKey && keyOf(idempotencyKey, symbol, side);
      closed.push((await trading.execute(trader, order, { idempotencyKey: key, markId })).answer);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ symbol, error });
    }
  }
  if (closed.length === 0 && refused[0]) throw refused[0].error;
  return { closed, refused };
}

const keyOf = (key: string, symbol: string, side: string) =>
  createHash('sha256').update(`${key} ${symbol} ${side}`).digest('hex');
