/** The reason that a trader gives for an order: its text, and when a game needs one. Pure. */
import { issueAt } from '../refusals/issues.ts';
import { fail } from '../refusals/refusals.ts';
import type { Action } from '../trading/position.ts';
import { isOpening } from './order.ts';

/** The longest reason, code points. */
export const MOST_REASON = 140;

// Joiners and variation selectors are parts of visible emoji; direction marks and other invisible characters could
// make a league's owner read another text than the stored one.
const JOINERS = /\u200c|\u200d|\ufe0e|\ufe0f/gu;
const REFUSED = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Returns the issue of a reason; null without one. @param reason trimmed, not empty */
export function reasonProblem(reason: string): 'mostCharactersFull' | 'charactersRefused' | null {
  if ([...reason].length > MOST_REASON) return 'mostCharactersFull';
  const visible = reason.replace(JOINERS, '');
  return REFUSED.test(visible) || visible.trim() === '' ? 'charactersRefused' : null;
}

/** The fields of an order that `demandReason` checks; a reason that is absent or null was not given. */
export type ReasonedOrder = { action: Action; reason?: string | null };

/**
 * Checks an order of a game that needs reasons. An order that closes needs none.
 * @throws AppError REASON_NEEDED
 */
export function demandReason({ action, reason }: ReasonedOrder): void {
  if (!reason && isOpening(action))
    throw fail('REASON_NEEDED', { issues: [issueAt('reason', 'giveReason')] });
}
