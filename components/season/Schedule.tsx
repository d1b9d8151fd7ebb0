import { countdownText, type DayWords } from '#core/season/length.ts';
import type { PracticeReason } from '#core/season/terms.ts';
import type { Behaviour } from '#framework/islands/behaviour.ts';
import { Attach } from '#framework/islands/island.tsx';
import { useT } from '#framework/page.tsx';

/** `when`: text in the reader's zone. `at`: epoch ms. `ms`: from the rendering until `at`. */
export type Planned = { what: 'starts' | 'nextStarts' | 'ends'; at: number; ms: number; when: string };

type ScheduleLinesProps = { planned: readonly Planned[]; countdown: CountsDown };

export function EndsIn({ at, ms, when, countdown }: Planned & { countdown: CountsDown }) {
  const t = useT();
  return (
    <p className="mt-4 flex flex-wrap items-baseline justify-between gap-x-3 border-t pt-2 text-paper-3">
      <span>{t('home:endsIn')}</span>
      <span className="font-600 text-paper">
        <TimeLeft at={at} ms={ms} countdown={countdown} />
      </span>
      <time className="w-full text-caption" dateTime={new Date(at).toISOString()}>
        {when}
      </time>
    </p>
  );
}

/** The planned starts and ends, each with the time left. Renders nothing without a plan. */
export function ScheduleLines({ planned, countdown }: ScheduleLinesProps) {
  const t = useT();
  if (planned.length === 0) return null;
  return (
    <ul className="mt-7 grid gap-4 md:grid-cols-2">
      {planned.map(({ what, at, ms, when }) => (
        <li key={what} className="card flex flex-wrap items-baseline justify-between gap-3 p-4">
          <span>
            <span className="block text-caption text-paper-3">{t(`seasons:${what}`)}</span>
            <time dateTime={new Date(at).toISOString()} className="font-500">
              {when}
            </time>
          </span>
          <span className="text-stat text-tkf">
            <TimeLeft at={at} ms={ms} countdown={countdown} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The behaviour that counts down; null on pages without scripts. */
export type CountsDown = Behaviour<{ at: number; words: DayWords }> | null;

type TimeLeftProps = {
  /** Epoch ms. */
  at: number;
  /** Ms until `at` at the time of rendering. */
  ms: number;
  countdown: CountsDown;
};

/** The time until `at`, to the second. */
export function TimeLeft({ at, ms, countdown }: TimeLeftProps) {
  const t = useT();
  const words = {
    dayOne: t('chart:dayOne'),
    dayTwo: t('chart:dayTwo'),
    days: t('chart:days', { count: '{count}' }),
  };
  const text = countdownText(ms, words);
  if (!countdown) return <bdi>{text}</bdi>;
  return (
    <Attach behaviour={countdown} props={{ at, words }}>
      <bdi role="timer" data-drawn={at - ms}>
        {text}
      </bdi>
    </Attach>
  );
}

export function PracticeMark({ reasons }: { reasons: readonly PracticeReason[] }) {
  const t = useT();
  if (reasons.length === 0) return null;
  return <span className="block text-small font-500 text-loss">{t('seasons:practice')}</span>;
}

/** Explains why a season is practice. Renders nothing for a season with a prize. */
export function PracticeNote({ reasons, isNext }: { reasons: readonly PracticeReason[]; isNext?: boolean }) {
  const t = useT();
  if (reasons.length === 0) return null;
  return (
    <div role="note" className="card my-5 border-s-4 border-s-loss p-4 text-body">
      <p className="font-600">{t(isNext ? 'seasons:practiceNext' : 'seasons:practice')}</p>
      <ul className="mt-1 text-paper-2">
        {reasons.map((reason) => (
          <li key={reason}>{t(`seasons:practiceReasons.${reason}`)}</li>
        ))}
      </ul>
    </div>
  );
}
