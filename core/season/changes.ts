/** The changes that an edit makes to a running season, and which of them need a reason. Pure. */

import { RULE_NAMES } from '../trading/season-rules.ts';

/** The terms whose changes after the start are public, in the order of the public list. */
const LISTED_TERMS = [
  'prizePool',
  'prizeSplit',
  'reviewHours',
  'leastTrades',
  'leastDays',
  'endsAt',
  'entryDays',
  'entryUntil',
  'frozenHours',
  ...RULE_NAMES,
] as const;
export type ListedTerm = (typeof LISTED_TERMS)[number];

/** A value of a term as the admin log has it: `endsAt` and `entryUntil` are epoch ms, amounts are decimal texts, null is none. */
export type TermValue = string | number | boolean | null;
export type TermValues = Readonly<Record<string, TermValue>>;
export type TermChange = { term: ListedTerm; before: TermValue; after: TermValue };

export const changesOf = (before: TermValues, after: TermValues): TermChange[] =>
  LISTED_TERMS.filter((term) => (before[term] ?? null) !== (after[term] ?? null)).map((term) => ({
    term,
    before: before[term] ?? null,
    after: after[term] ?? null,
  }));

/**
 * False when the change favours traders (a larger prize pool, a later end) or plans the first end; removing the planned end needs a reason.
 */
export function needsReason({ term, before, after }: TermChange): boolean {
  if (term === 'prizePool') return Number(after) < Number(before);
  if (term === 'endsAt') return before !== null && (after === null || after < before);
  return true;
}
