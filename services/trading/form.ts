/** Form fields that replace headers, and the response of a trading form after an internal error. */
import { z } from 'zod';
import { GameChoice, NextPath } from '#core/contract/fields.ts';
import type { Game } from '#core/season/game.ts';

const Fields = z.object({ next: NextPath, intent: z.string().nullish(), game: GameChoice });

/**
 * Returns the game, the page to return to and the Idempotency-Key that a form names.
 * @throws INVALID when `next` or `intent` is no text, or `game` names no game
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
