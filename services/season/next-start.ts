import { formatMoment } from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import { NO_NEXT_DATE } from '#core/season/season.ts';
import type { Seasons } from './seasons.ts';

type Reader = { locale: Locale; zone: string };
type Deps = { seasons: Pick<Seasons, 'details' | 'schedule'> };

/** Returns when the next season starts: the planned moment, or the admins' own words where none is planned. */
export function nextStartText({ seasons }: Deps, reader: Reader): string {
  const { startsAt } = seasons.schedule();
  return startsAt === null ? seasons.details().nextCompetitionDate : formatMoment(startsAt, reader);
}

/** Returns the same; null while no moment is planned and no admin has written anything. */
export function nextStartOrNull(services: Deps, reader: Reader): string | null {
  const text = nextStartText(services, reader);
  return text === NO_NEXT_DATE ? null : text;
}
