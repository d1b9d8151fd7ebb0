import { Fragment } from 'react';
import { useT } from '#framework/page.tsx';
import { pictureOf } from '../shop/hrefs.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Bdi, FitFigure } from '../ui/figures.tsx';
import { Shape } from '../ui/Mark.tsx';
import type { LandingRow, LandingSeason } from './landing-view.ts';

type Props = { season: LandingSeason; faces: readonly LandingRow[] };

/** The prize as a ticket. Its stub has the remaining time of a running season, else the start of the next one. */
export function LandingTicket({ season, faces }: Props) {
  const { number, state, prize, prizePlaces, isPractice } = season;
  const t = useT();
  return (
    <section className="landing-ticket cut-20" aria-labelledby="prize">
      <div className="landing-prize">
        <p className="landing-state">
          <span
            className={`h-2 w-2 rounded-full ${state === 'live' ? 'bg-gain' : 'bg-paper-3'}`}
            aria-hidden="true"
          />
          {t(`landing:${state}`, { number })}
        </p>
        <h2 id="prize" className="mt-auto text-small text-paper-3">
          {t('landing:prize')}
        </h2>
        <p className="text-prize text-tkf">
          <Bdi className="landing-sum">
            <span>₪</span>
            <FitFigure text={prize} most={9} />
          </Bdi>
        </p>
        <p className="mt-2 text-small text-paper-2">
          {t(isPractice ? 'seasons:practice' : prizePlaces > 1 ? 'landing:splitPlaces' : 'landing:split', {
            places: prizePlaces,
          })}
        </p>
      </div>
      <div className="landing-stub torn">
        <div className="landing-rings" aria-hidden="true">
          <Shape kind="circle" stroke="var(--tkf)" />
        </div>
        <Stub season={season} faces={faces} />
      </div>
    </section>
  );
}

function Stub({ season: { state, ends, next, isNextPlanned, traders }, faces }: Props) {
  const t = useT();
  if (state !== 'live') {
    return (
      <>
        <p className="text-small text-paper-3">{t('landing:next')}</p>
        <p className="text-hero break-words">
          <bdi>{next ?? t('landing:soon')}</bdi>
        </p>
        <p className="mt-2 text-small text-paper-2">{t('landing:nextJoin')}</p>
      </>
    );
  }
  return (
    <>
      {ends ? (
        <>
          <p className="text-small text-paper-3">{t('landing:endsIn')}</p>
          <p className="text-hero">
            <time dateTime={ends.iso}>
              {ends.left.map(({ unit, count }) => (
                <Fragment key={unit}>
                  <Bdi>{count}</Bdi> <small>{t(`landing:${unit}`, { count })}</small>{' '}
                </Fragment>
              ))}
            </time>
          </p>
          <p className="mt-1 text-small text-paper-2">
            <bdi>{ends.when}</bdi>
          </p>
        </>
      ) : (
        <p className="text-h3">{t('landing:noEnd')}</p>
      )}
      {isNextPlanned && (
        <p className="mt-1 text-small text-paper-2">
          {t('landing:next')}: <bdi>{next}</bdi>
        </p>
      )}
      <p className="landing-crowd">
        <span className="landing-faces" aria-hidden="true">
          {faces.map(({ username, logo }) => (
            <Avatar key={username} username={username} logoUrl={pictureOf(logo)} size={24} />
          ))}
        </span>
        <span>
          <Bdi className="font-600">{traders.text}</Bdi>{' '}
          <span className="text-paper-2">{t('landing:traders', { count: traders.count })}</span>
        </span>
      </p>
    </>
  );
}
