/**
 * Deals the prizes of a finished season by its final table and the admins' decisions, in a transaction that locks the
 * seasons.
 */
import { formatDateTime, formatMoment, formatPrize } from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import { plainDecimal, readCents } from '#core/money/money.ts';
import {
  applyDecision,
  dealPrizes,
  MOST_PRIZE_PLACES,
  noVerdict,
  prizesOf,
  type Verdict,
} from '#core/season/awards.ts';
import { reviewOf } from '#core/season/review.ts';
import { practiceReasons } from '#core/season/terms.ts';
import type { Transaction } from '#db/client.ts';
import { insertNotifications } from '#db/queries/account/notifications.ts';
import {
  confirmSeason,
  copyDisqualifications,
  insertDecision,
  placedRows,
  replaceAwards,
  seasonDecisions,
  withholdFromFewTrades,
} from '#db/queries/season/awards.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import type { Translate } from '#framework/page.tsx';

type Played = Pick<SeasonRow, 'prizePool' | 'prizeSplit' | 'terms'>;

/** Returns the prize of each place, agorot, first place first; empty for a practice season. */
export function prizeAmounts({ prizePool, prizeSplit, terms }: Played): bigint[] {
  if (terms && practiceReasons(terms).length > 0) return [];
  return prizesOf(readCents(prizePool), prizeSplit).filter((amount) => amount > 0n);
}

export async function readVerdict(tx: Transaction, seasonId: number): Promise<Verdict> {
  return (await seasonDecisions(tx, seasonId)).reduce(applyDecision, noVerdict());
}

/**
 * Deals the prizes of a season that has just ended. The winners are provisional during the review period, and final
 * at once without one.
 */
export async function dealAtEnd(tx: Transaction, season: SeasonRow, endedAt: Date): Promise<void> {
  await copyDisqualifications(tx, season.id, endedAt);
  if (prizeAmounts(season).length === 0) return;
  await withholdFromFewTrades(tx, season, endedAt);
  if (season.reviewHours === 0) await confirmIn(tx, season, null, endedAt);
  else await dealAgain(tx, season, endedAt);
}

/** Makes the winners final and offers them their prizes. @param adminId null when no admin confirmed */
export async function confirmIn(
  tx: Transaction,
  season: SeasonRow,
  adminId: number | null,
  confirmedAt: Date,
): Promise<void> {
  const decision = { kind: 'confirm', userId: null, paid: null, reason: null, isPublic: false } as const;
  await insertDecision(tx, { ...decision, seasonId: season.id, adminId, at: confirmedAt });
  await confirmSeason(tx, season.id, confirmedAt);
  await dealAgain(tx, season, confirmedAt);
}

/**
 * Deals the prizes by the final table and all decisions so far. Once the winners are confirmed, it notifies traders
 * whose prize is offered, changed or withdrawn.
 */
export async function dealAgain(tx: Transaction, season: SeasonRow, now: Date): Promise<void> {
  const verdict = await readVerdict(tx, season.id);
  const passedOver = verdict.withoutPrize.size + verdict.paid.size;
  const placed = await placedRows(tx, season.id, MOST_PRIZE_PLACES + passedOver);
  const awards = dealPrizes(prizeAmounts(season), placed, verdict);
  const { id, number } = season;
  const changed = await replaceAwards(tx, { id, isConfirmed: verdict.isConfirmed }, awards, now);
  if (!verdict.isConfirmed) return;
  const notices = changed.map(({ userId, amount, status, previous }) => {
    const isNew = status === 'offered' && previous?.status !== 'offered';
    const event = status === 'withdrawn' ? 'withdrawn' : isNew ? 'offered' : 'changed';
    const params = { number, amount: prizeText(amount) };
    return {
      userId,
      topic: 'prize' as const,
      title: { key: `prizes:${event}Title`, params },
      message: { key: `prizes:${event}Text`, params },
      at: now,
    };
  });
  await insertNotifications(tx, notices);
}

/** @returns text with the currency */
export const prizeText = (agorot: bigint): string => formatPrize(plainDecimal(agorot, 2));

type Reviewed = Pick<
  SeasonRow,
  'prizePool' | 'prizeSplit' | 'terms' | 'endedAt' | 'reviewHours' | 'confirmedAt' | 'correctedAt'
>;

export const seasonReview = (season: Reviewed) =>
  reviewOf({ ...season, hasPrizes: prizeAmounts(season).length > 0 });

/**
 * Returns a page's text about the winners: until when they are provisional, or when they were corrected; null in
 * other states.
 * @param now epoch ms
 */
export function reviewText(
  season: Reviewed,
  { now, locale, zone, t }: { now: number; locale: Locale; zone: string; t: Translate },
): string | null {
  const { state, until, correctedAt } = seasonReview(season);
  if (state === 'provisional')
    return until && until.getTime() > now
      ? t('seasons:provisionalUntil', { date: formatMoment(until, { locale, zone }) })
      : t('seasons:provisional');
  return correctedAt && t('seasons:correctedOn', { date: formatDateTime(correctedAt, { locale, zone }) });
}
