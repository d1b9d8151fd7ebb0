/** Fields of a form that stand in for headers, and what a form of trading says after an error of ours. */
import { z } from 'zod';
import { GameChoice, NextPath } from '#core/contract/fields.ts';
import type { Game } from '#core/season/game.ts';

const Fields = z.object({ next: NextPath, intent: z.string().nullish(), game: GameChoice });

/**
 * Returns the game of an order, and the page to go back to and the Idempotency-Key, if a form names them.
 * @throws INVALID when `next` is no text, or `game` is none
 */
export function formFields(body: unknown): {
  next: string | undefined;
  intent: string | null;
  game: Game | undefined;
} {
  const { next, intent, game } = Fields.parse(typeof body === 'object' && body !== null ? body : {});
  return { next, intent: intent || null, game };
}

export const TRADE_FAILED = { title: 'messages:tradeFailed', failure: 'chart:failed' } as const;
