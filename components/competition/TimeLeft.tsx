import { countdownText, type DayWords } from '#core/season/countdown.ts';
import { Attach } from '#framework/islands/attach.tsx';
import type { Behaviour } from '#framework/islands/behaviour.ts';
import { useT } from '#framework/page.tsx';

/** What counts down in the browser; null on pages without a script. */
export type CountsDown = Behaviour<{ at: number; words: DayWords }> | null;

type Props = {
  /** Epoch ms. */
  at: number;
  /** Until then, when the page was drawn. */
  ms: number;
  countdown: CountsDown;
};

/** What is left until a moment, to the second. */
export function TimeLeft({ at, ms, countdown }: Props) {
  const t = useT();
  const words = {
    dayOne: t('chart:dayOne'),
    dayTwo: t('chart:dayTwo'),
    days: t('chart:days', { count: '{count}' }),
  };
  const text = countdownText(ms, words);
  if (!countdown) return <bdi className="tabular-nums">{text}</bdi>;
  return (
    <Attach behaviour={countdown} props={{ at, words }}>
      <bdi className="tabular-nums" role="timer" data-drawn={at - ms}>
        {text}
      </bdi>
    </Attach>
  );
}
