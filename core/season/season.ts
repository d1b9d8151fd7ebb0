/** What an admin's Start, End and Reset do to the seasons, and when a new tape seed takes over. Pure. */
import { type AppError, fail } from '../contract/errors.ts';

/** waiting: opened, not started; ended: frozen, open rows kept; archived: ended and its open rows closed. */
export type SeasonStatus = 'waiting' | 'active' | 'ended' | 'archived';

/** The steps of an admin action on the newest season, in order. */
export type SeasonStep = 'activate' | 'end' | 'archive' | 'open-active' | 'open-waiting';

/**
 * @param status of the newest season, null when there is none
 * @returns the steps, or the refusal. Reset of a season nobody could trade in yet has nothing to do.
 */
export function planSeason(
  action: 'start' | 'end' | 'reset',
  status: SeasonStatus | null,
): SeasonStep[] | AppError {
  if (action === 'start') {
    if (status === 'active') return fail('ALREADY_ACTIVE');
    if (status === 'waiting') return ['activate'];
    return status === 'ended' ? ['archive', 'open-active'] : ['open-active'];
  }
  if (action === 'end') return status === 'active' ? ['end'] : fail('NOT_ACTIVE');
  if (status === 'active') return ['end', 'archive', 'open-active'];
  if (status === 'ended') return ['archive', 'open-waiting'];
  return status === 'waiting' ? [] : ['open-waiting'];
}

const MINUTE = 60_000;
/** How far ahead of now a seed must take over, so that every process has it in time. */
export const SEED_PERIOD_LEAD_MS = 5_000;

/**
 * When the next seed period begins: a whole minute, at least SEED_PERIOD_LEAD_MS ahead and after the newest seed period.
 * @param lastMs beginning of the newest seed period, epoch ms, or null
 */
export function nextSeedPeriodMs(nowMs: number, lastMs: number | null): number {
  const minute = Math.ceil((nowMs + SEED_PERIOD_LEAD_MS) / MINUTE) * MINUTE;
  return lastMs === null ? minute : Math.max(minute, lastMs + MINUTE);
}

/**
 * Prize pool as an admin typed it, reduced to digits and the first dot, in shekels with 2 decimals, rounded half up.
 * @returns null when the sum has more than 15 whole digits
 */
export function cleanPrize(typed: string): string | null {
  const [head = '', ...rest] = typed.replace(/[^\d.]/g, '').split('.');
  const tail = rest.join('').padEnd(3, '0');
  const hundredths = BigInt(head || '0') * 100n + BigInt(tail.slice(0, 2)) + (tail[2]! >= '5' ? 1n : 0n);
  const digits = hundredths.toString().padStart(3, '0');
  return digits.length > 17 ? null : `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
