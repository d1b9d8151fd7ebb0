import type { ReactNode } from 'react';
import { useT } from '#framework/page.tsx';
import { type CountsDown, TimeLeft } from '../season/Schedule.tsx';
import { ReviewMark } from '../season/SeasonTables.tsx';
import { pictureOf } from '../shop/hrefs.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { Bdi, Change } from '../ui/figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { LandingChart, LandingRow } from './landing-view.ts';
import { ChartCard } from './RightNow.tsx';

/** The data of the home page while no season runs; figures are formatted texts. */
export type WaitingView = {
  number: number;
  /** The prize with its ₪ sign. */
  prize: string;
  /** The reader's seat in the next season: its number, and the start cash. Null for an admin, who does not trade. */
  seat: { number: string; cash: string } | null;
  /**
   * The planned start; null without a plan. `at`: epoch ms. `ms`: from the rendering until the start. `when`: day and
   * time. `day`: the day alone.
   */
  start: { at: number; ms: number; when: string; day: string } | null;
  /** What the admins wrote about the start; null with a planned start, and when they wrote nothing. */
  words: string | null;
  /** The newest season that is over. */
  last: {
    number: number;
    top: readonly LandingRow[];
    finish: { place: number; traders: string } | null;
    /** A sentence when the winners are provisional or were corrected; null otherwise. */
    review: string | null;
  } | null;
  /** Null while the market does not respond. */
  chart: LandingChart | null;
};

type Props = { view: WaitingView; countdown: CountsDown };

/** The home page between seasons: the next season's ticket, `children`, a chart, and the results of the last season. */
export function WaitingRoom({ view, countdown, children }: Props & { children: ReactNode }) {
  const { last, chart, start } = view;
  const t = useT();
  const opens = start ? t('home:opens', { day: start.day }) : t('home:opensLater');
  return (
    <>
      <NextTicket view={view} countdown={countdown} />
      {children}
      {(chart || last) && (
        <div className={chart && last ? 'landing-now waiting-now' : 'landing-now waiting-one'}>
          {chart && (
            <div className="waiting-chart">
              <ChartCard chart={chart} />
              <p className="waiting-trade">
                <button type="button" className="btn btn-secondary" disabled>
                  {t('chart:buy')} · {opens}
                </button>
                <button type="button" className="btn btn-secondary" disabled>
                  {t('chart:sell')} · {opens}
                </button>
              </p>
            </div>
          )}
          {last && <LastResults last={last} />}
        </div>
      )}
    </>
  );
}

function NextTicket({ view: { number, prize, seat, start, words }, countdown }: Props) {
  const t = useT();
  return (
    <section className="strip waiting cut-20" aria-labelledby="home-season">
      <div className="strip-part">
        <div className="waiting-start">
          <h2 id="home-season" className="text-small text-paper-3">
            {t('home:nextStarts', { number })}
          </h2>
          <p className="text-hero">
            <bdi>{start?.when ?? words ?? t('home:dateSoon')}</bdi>
          </p>
          {start && (
            <p className="text-paper-2">
              {t('home:startsIn')}{' '}
              <span className="font-600 text-paper">
                <TimeLeft at={start.at} ms={start.ms} countdown={countdown} />
              </span>
            </p>
          )}
        </div>
        {seat && (
          <div>
            <p className="text-small text-paper-3">{t('home:seat')}</p>
            <p className="text-hero strip-seat">
              <Bdi>{seat.number}</Bdi>
              <Icon name="check" size="size-5" className="shrink-0 text-gain" />
            </p>
            <p className="text-paper-2">{t('home:seatStart', { cash: seat.cash })}</p>
          </div>
        )}
      </div>
      <div className="strip-stub">
        <div>
          <p className="text-small text-paper-3">{t('landing:prize')}</p>
          <StripPrize prize={prize} />
        </div>
        {start && (
          <LinkButton look="primary" className="min-h-11" href="/next-season.ics">
            {t('home:calendar')}
          </LinkButton>
        )}
      </div>
    </section>
  );
}

/** A prize whose ₪ sign is smaller than its figure. */
export const StripPrize = ({ prize }: { prize: string }) => (
  <p className="strip-prize">
    <Bdi>
      <span>₪</span>
      {prize.replace('₪', '')}
    </Bdi>
  </p>
);

function LastResults({ last }: { last: NonNullable<WaitingView['last']> }) {
  const { number, top, finish, review } = last;
  const t = useT();
  return (
    <section className="card landing-top" aria-labelledby="home-last">
      <h2 id="home-last" className="landing-top-head text-h3">
        {t('home:resultsOf', { number })}
        <ReviewMark review={review} />
      </h2>
      <ol>
        {top.map(({ username, place, logo, change }) => (
          <li key={username}>
            <Bdi className="font-600 text-tkf">{place}</Bdi>
            <Avatar username={username} logoUrl={pictureOf(logo)} size={36} />
            <span className="truncate font-500" dir="auto">
              {username}
            </span>
            <span className="ms-auto">
              <Change {...change} />
            </span>
          </li>
        ))}
      </ol>
      {finish && (
        <p className="waiting-own">
          <span className="text-paper-3">{t('home:yourPlace')}</span>
          <span className="ms-auto">
            <Bdi className="text-h1">{finish.place}</Bdi>{' '}
            <span className="text-paper-3">{t('competition:placeOf', { total: finish.traders })}</span>
          </span>
        </p>
      )}
      <a className="home-row home-more" href={`/competitions/${number}`}>
        {t('home:allResults')}
        <Icon name="chevron-right" size="size-4" className="ms-auto rtl:flip-x" />
      </a>
    </section>
  );
}
