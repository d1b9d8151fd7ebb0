import type { ReactNode } from 'react';
import { useT } from '#framework/page.tsx';

/** `when` is finished text in the reader's zone, `countdown` what is left until then. */
export type Planned = { what: 'starts' | 'ends'; iso: string; when: string; countdown: ReactNode };

/** When the competition starts and ends by itself. Nothing where that is not planned. */
export function ScheduleLines({ planned }: { planned: readonly Planned[] }) {
  const t = useT();
  if (planned.length === 0) return null;
  return (
    <ul className="mt-7 grid gap-4 md:grid-cols-2">
      {planned.map(({ what, iso, when, countdown }) => (
        <li key={what} className="card flex flex-wrap items-baseline justify-between gap-3 p-4">
          <span>
            <span className="block text-caption text-paper-3">
              {t(what === 'starts' ? 'seasons:starts' : 'seasons:ends')}
            </span>
            <time dateTime={iso} className="font-500">
              {when}
            </time>
          </span>
          <span className="text-stat text-tkf">{countdown}</span>
        </li>
      ))}
    </ul>
  );
}
