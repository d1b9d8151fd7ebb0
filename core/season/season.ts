/** An admin's Start, End and Reset of seasons, the prize, and when a new seed period begins. Pure. */

import { readCents } from '../money/money.ts';
import { plainOf } from '../money/typed-decimal.ts';
import { type Cents, cents } from '../money/units.ts';
import { type AppError, fail } from '../refusals/refusals.ts';

/** waiting: opened, not started; ended: frozen, its positions still open; archived: ended, its positions closed. */
export type SeasonStatus = 'waiting' | 'active' | 'ended' | 'archived';

/** The steps of an admin action on the newest season, in order. */
export type SeasonStep = 'activate' | 'end' | 'archive' | 'open-active' | 'open-waiting';

/**
 * Returns the steps of an action, or its refusal. A reset of a waiting season needs no step.
 * @param status of the newest season; null without one
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

/**
 * Returns the number of the season that accounts and leagues join now: the newest season until its end, afterwards the
 * next season.
 */
export const joinableSeason = (newest: { number: number; endedAt: Date | null } | null): number =>
  !newest ? 1 : newest.endedAt ? newest.number + 1 : newest.number;

const MINUTE = 60_000;
/** A seed period begins at least this far ahead, so that every process has its seed in time. */
export const SEED_PERIOD_LEAD_MS = 5_000;

/**
 * Returns when the next seed period begins, epoch ms: a whole minute, at least SEED_PERIOD_LEAD_MS ahead and after the newest period.
 * @param lastMs beginning of the newest seed period, epoch ms; null without one
 */
export function nextSeedPeriodMs(nowMs: number, lastMs: number | null): number {
  const minute = Math.ceil((nowMs + SEED_PERIOD_LEAD_MS) / MINUTE) * MINUTE;
  return lastMs === null ? minute : Math.max(minute, lastMs + MINUTE);
}

/** A number with text around it: digits, and the separators between them. */
const NUMBER_IN_TEXT = /^[^\p{Nd}.,+\-−]*(?<number>[\d.,’' \u00a0\u202f]*?)[^\p{Nd}.,+\-−]*$/u;
/** Text behind a number that multiplies it: 2k, 5 million, 2 מיליון. */
const MULTIPLIER = /[\d.,]\s*(?:k|m|mn|bn?|thousand|million|א|אלף|אלפים|מיליון|מלש)(?!\p{L})/iu;
const MOST_DIGITS = 15;

/**
 * Reads an amount of money as an admin types it, without the text around the number and the separators. An amount has
 * at most two decimals, so three digits after a comma are thousands.
 * @returns the amount with two decimals; null for a text without a clear amount (`1.000,50`, `1e3`, `2k`, `abc`)
 */
export function readMoney(typed: string): string | null {
  if (MULTIPLIER.test(typed)) return null;
  const number = (NUMBER_IN_TEXT.exec(typed)?.groups?.number ?? '').replace(/^\./, '0.');
  const plain = plainOf(/^[1-9]\d{0,2},\d{3}$/.test(number) ? number.replace(',', '') : number);
  const [, digits, decimals = ''] = /^0*(\d+?)(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  return digits === undefined ? null : `${digits}.${decimals.padEnd(2, '0')}`;
}

/** Reads the prize pool. @returns shekels with two decimals, or the issue: `prizeLong` beyond 15 whole digits */
export function readPrize(typed: string): { prize: string } | { refused: 'prizeForm' | 'prizeLong' } {
  const prize = readMoney(typed);
  if (prize === null) return { refused: 'prizeForm' };
  return prize.length > MOST_DIGITS + 3 ? { refused: 'prizeLong' } : { prize };
}

const START_CASH = { least: cents(1_000_00n), most: cents(10_000_000_00n) };

/** Reads the start cash. @returns cents; null for an unclear amount, and for one below $1,000 or above $10,000,000 */
export function readStartCash(typed: string): Cents | null {
  const amount = readMoney(typed);
  if (amount === null || amount.length > MOST_DIGITS) return null;
  const startCash = readCents(amount);
  return startCash >= START_CASH.least && startCash <= START_CASH.most ? startCash : null;
}

/** The column's default since the first migration. `nextStartOrNull` reads this text as no date. */
export const NO_NEXT_DATE = '3.8';
