import { formatMoment } from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import type { Services } from '../services.ts';

/** When the next competition starts: at the planned moment, or in the admins' own words where none is planned. */
export function nextStartText(
  { seasons }: Pick<Services, 'seasons'>,
  reader: { locale: Locale; zone: string },
): string {
  const { startsAt } = seasons.schedule();
  return startsAt === null ? seasons.details().nextCompetitionDate : formatMoment(startsAt, reader);
}
