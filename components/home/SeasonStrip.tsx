import { useT } from '#framework/page.tsx';
import { Bdi } from '../ui/Bdi.tsx';
import type { SeasonStripView as Strip } from './view.ts';

/** The season as a torn ticket: prize and own place on one side, the time left and Trade on the other. */
export function SeasonStrip({ season, canTrade }: { season: Strip; canTrade: boolean }) {
  const { number, isLive, prize, place, traders, due, next, isNextPlanned } = season;
  const t = useT();
  return (
    <section className="strip cut-20" aria-labelledby="home-season">
      <div className="strip-part">
        <div>
          <h2 id="home-season" className="text-small text-paper-2">
            {t(isLive ? 'home:seasonLive' : 'home:seasonOver', { number })}
          </h2>
          <p className="strip-prize">
            <bdi dir="ltr">
              <span>₪</span>
              {prize.replace('₪', '')}
            </bdi>
          </p>
        </div>
        {place !== null && (
          <div>
            <p className="text-small text-paper-3">{t('home:yourPlace')}</p>
            <p className="text-h1">
              <Bdi>{place}</Bdi>{' '}
              <span className="text-size-body font-400 text-paper-3">
                {t('competition:placeOf', { total: traders })}
              </span>
            </p>
          </div>
        )}
      </div>
      <div className="strip-stub">
        <p className="flex justify-between gap-3 text-paper-2">
          {due ? (
            <>
              {isLive ? t('home:endsIn') : t('seasons:nextIn', { number: due.number })}
              <time className="font-600 text-paper" dateTime={due.iso}>
                <bdi>{due.left}</bdi>
              </time>
            </>
          ) : (
            !isLive && (
              <>
                {t('competition:next')}
                <bdi className="font-600 text-paper">{next}</bdi>
              </>
            )
          )}
        </p>
        {isLive && isNextPlanned && (
          <p className="flex flex-wrap justify-between gap-x-3 text-caption text-paper-3">
            {t('competition:next')}
            <bdi>{next}</bdi>
          </p>
        )}
        <a className="btn btn-primary min-h-11" href={canTrade ? '/chart' : '/competitions'}>
          {t(canTrade ? 'home:tradeNow' : 'nav:competitions')}
        </a>
      </div>
    </section>
  );
}
