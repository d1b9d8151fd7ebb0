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

/** One number with text around it: digits, in groups of three or not, and at most two decimals after a dot. */
const PRIZE =
  /^[^\p{Nd}.,+\-−]*(?<whole>\d{1,3}(?:(?<group>[,’' \u00a0\u202f])\d{3})(?:\k<group>\d{3})*|\d+)?(?:\.(?<decimals>\d{1,2}))?[^\p{Nd}.,+\-−]*$/u;
const MOST_DIGITS = 15;

/**
 * Reads the prize pool as an admin typed it: text around the number and signs of grouping fall away, two decimals stay.
 * @returns shekels with two decimals, or why it is refused: `prizeForm` where the digits and the dot alone would be another
 *   amount than the one typed (`1.000,50`, `1e3`, `abc`, nothing at all), `prizeLong` beyond 15 whole digits
 */
export function readPrize(typed: string): { prize: string } | { refused: 'prizeForm' | 'prizeLong' } {
  const { whole, decimals = '' } = PRIZE.exec(typed)?.groups ?? {};
  if (whole === undefined && decimals === '') return { refused: 'prizeForm' };
  const digits = (whole ?? '').replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  if (digits.length > MOST_DIGITS) return { refused: 'prizeLong' };
  return { prize: `${digits || '0'}.${decimals.padEnd(2, '0')}` };
}
