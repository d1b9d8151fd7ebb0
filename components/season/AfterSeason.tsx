import { useT } from '#framework/page.tsx';
import { tradesHref } from '../profile/hrefs.ts';
import { Icon } from '../ui/Icon.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import { type CountsDown, TimeLeft } from './Schedule.tsx';

export type NextSeason = {
  number: number;
  /**
   * The planned start; null without a plan. `at`: epoch ms. `when`: text in the reader's zone. `ms`: from the rendering
   * until the start.
   */
  starts: { at: number; when: string; ms: number } | null;
  /** What the admins wrote about the start; null when they wrote nothing. */
  date: string | null;
  startCash: string;
};

type Props = {
  number: number;
  next: NextSeason | null;
  /** True when the reader took part. */
  isOwn: boolean;
  countdown: CountsDown;
};

/** Below the results of a season: the start of the next one, and what traders keep from this one. */
export function AfterSeason({ number, next, isOwn, countdown }: Props) {
  const t = useT();
  if (!next && !isOwn) return null;
  return (
    <div className="mt-4 grid gap-4 md:grid-cols-2">
      {next && <Next next={next} countdown={countdown} />}
      {isOwn && (
        <TitledSection id="stays" title={t('seasons:stays')} className="card p-4">
          <p className="mt-1 text-paper-2">{t('seasons:staysText')}</p>
          <a
            className="mt-2 inline-flex min-h-9 items-center gap-2 font-500 hover:underline coarse:min-h-11"
            href={tradesHref('closed', { season: number })}
          >
            {t('seasons:ownTrades', { number })}
            <Icon name="chevron-right" className="rtl:flip-x" />
          </a>
        </TitledSection>
      )}
    </div>
  );
}

function Next({ next, countdown }: { next: NextSeason; countdown: CountsDown }) {
  const { number, starts, date, startCash } = next;
  const t = useT();
  return (
    <TitledSection
      id="next-season"
      title={starts ? t('seasons:nextIn', { number }) : t('competition:next')}
      head="text-size-small text-paper-3"
      className="card p-4"
    >
      <p className="mt-1 break-words text-stat">
        {starts ? (
          <TimeLeft at={starts.at} ms={starts.ms} countdown={countdown} />
        ) : (
          <bdi>{date ?? t('home:dateSoon')}</bdi>
        )}
      </p>
      <p className="mt-1 text-paper-2">
        {starts && (
          <>
            <time dateTime={new Date(starts.at).toISOString()}>{starts.when}</time>
            {'. '}
          </>
        )}
        {t('seasons:nextFresh', { cash: startCash })}
      </p>
    </TitledSection>
  );
}
