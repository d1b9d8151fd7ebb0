import { useT } from '#framework/page.tsx';
import { type CountsDown, TimeLeft } from './TimeLeft.tsx';

/** `when` is finished text in the reader's zone; `at` epoch ms, `ms` until then. */
export type Planned = { what: 'starts' | 'ends'; at: number; ms: number; when: string };

type Props = { planned: readonly Planned[]; countdown: CountsDown };

/** On the ticket: how long the competition goes on. */
export function EndsIn({
  planned: { at, ms, when },
  countdown,
}: {
  planned: Planned;
  countdown: CountsDown;
}) {
  const t = useT();
  return (
    <p className="mt-4 flex flex-wrap items-baseline justify-between gap-x-3 border-t pt-2 text-paper-3">
      <span>{t('home:endsIn')}</span>
      <span className="font-600 text-paper">
        <TimeLeft {...{ at, ms, countdown }} />
      </span>
      <time className="w-full text-caption" dateTime={new Date(at).toISOString()}>
        {when}
      </time>
    </p>
  );
}

/** When the competition starts and ends by itself. Nothing where that is not planned. */
export function ScheduleLines({ planned, countdown }: Props) {
  const t = useT();
  if (planned.length === 0) return null;
  return (
    <ul className="mt-7 grid gap-4 md:grid-cols-2">
      {planned.map(({ what, at, ms, when }) => (
        <li key={what} className="card flex flex-wrap items-baseline justify-between gap-3 p-4">
          <span>
            <span className="block text-caption text-paper-3">
              {t(what === 'starts' ? 'seasons:starts' : 'seasons:ends')}
            </span>
            <time dateTime={new Date(at).toISOString()} className="font-500">
              {when}
            </time>
          </span>
          <span className="text-stat text-tkf">
            <TimeLeft {...{ at, ms, countdown }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
