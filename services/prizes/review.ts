/** How far the winners of a season are confirmed, as pages say it. */
import { formatDateTime, formatMoment } from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import { reviewOf } from '#core/season/review.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import type { Translate } from '#framework/page.tsx';
import { prizeAmounts } from './deal.ts';

type Reviewed = Pick<
  SeasonRow,
  'prizePool' | 'prizeSplit' | 'terms' | 'endedAt' | 'reviewHours' | 'confirmedAt' | 'correctedAt'
>;

export const seasonReview = (season: Reviewed) =>
  reviewOf({ ...season, hasPrizes: prizeAmounts(season).length > 0 });

/**
 * Returns what a page says of the winners of a season: that they are provisional and until when, or when they were corrected; null
 * for a season with nothing to say.
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
