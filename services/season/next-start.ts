import { formatMoment } from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import { NO_NEXT_DATE } from '#core/season/season.ts';
import type { Seasons } from './seasons.ts';

type Reader = { locale: Locale; zone: string };
type Deps = { seasons: Pick<Seasons, 'details' | 'schedule'> };

/**
 * Returns when the next season starts: the planned moment, or the admins' own words where none is planned; null while no admin has
 * written any.
 */
export function nextStartOrNull({ seasons }: Deps, reader: Reader): string | null {
  const { startsAt } = seasons.schedule();
  if (startsAt !== null) return formatMoment(startsAt, reader);
  const { nextCompetitionDate } = seasons.details();
  return nextCompetitionDate === NO_NEXT_DATE ? null : nextCompetitionDate;
}
