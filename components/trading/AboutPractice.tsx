import { CHART_PATH } from '#core/season/game.ts';
import { useT } from '#framework/page.tsx';
import type { AboutPracticeView } from './games-view.ts';

type Props = AboutPracticeView & {
  /** Above a chart, which on phones has no margin. */
  isWide?: boolean;
};

/** What practice is, with the way into the season that runs, or when the next one starts. */
export function AboutPractice({ running, closed, nextStart, isWide = false }: Props) {
  const t = useT();
  const margin = isWide ? 'lt-lg:px-4 lt-lg:pt-2' : 'mt-2';
  return (
    <p
      className={`m-0 mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-size-small text-paper-2 ${margin}`}
    >
      <span>{t('games:about')}</span>
      {closed !== null && <span>{closed}</span>}
      {running !== null && closed === null && (
        <a className="text-paper underline underline-offset-4 coarse:py-3" href={CHART_PATH.season}>
          {t('games:enter', { number: running })}
        </a>
      )}
      {running === null && nextStart !== null && <span>{t('games:next', { when: nextStart })}</span>}
    </p>
  );
}
