/** What an admin's Start, End and Reset do to the seasons, and when a new tape seed takes over. Pure. */

import { plainOf } from '../money/typed-decimal.ts';
import { type AppError, fail } from '../refusals/refusals.ts';

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

/** One number with text around it: digits and the signs that may stand between them. */
const PRIZE = /^[^\p{Nd}.,+\-−]*(?<number>[\d.,’' \u00a0\u202f]*?)[^\p{Nd}.,+\-−]*$/u;
const MOST_DIGITS = 15;

/**
 * Reads the prize pool as an admin typed it: text around the number and signs of grouping fall away, two decimals stay.
 * With two decimals at most, three digits after a comma are thousands.
 * @returns shekels with two decimals, or why it is refused: `prizeForm` where it has no clear amount (`1.000,50`, `1e3`,
 *   `abc`, nothing at all), `prizeLong` beyond 15 whole digits
 */
export function readPrize(typed: string): { prize: string } | { refused: 'prizeForm' | 'prizeLong' } {
  const number = (PRIZE.exec(typed)?.groups?.number ?? '').replace(/^\./, '0.');
  const plain = plainOf(/^[1-9]\d{0,2},\d{3}$/.test(number) ? number.replace(',', '') : number);
  const [, digits, decimals = ''] = /^0*(\d+?)(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  if (digits === undefined) return { refused: 'prizeForm' };
  if (digits.length > MOST_DIGITS) return { refused: 'prizeLong' };
  return { prize: `${digits}.${decimals.padEnd(2, '0')}` };
}

/** The text of the next start while no admin has written one; the database's default says the same. */
export const NO_NEXT_DATE = '3.8';
