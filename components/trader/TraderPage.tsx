import type { ReactNode } from 'react';
import { figureInSentence, nameInSentence } from '#core/locale/sentence.ts';
import { DEFAULT_BANNER } from '#core/shop/catalogue.ts';
import { asset } from '#framework/asset.ts';
import { usePage } from '#framework/page.tsx';
import { JoinBar } from '../layout/JoinBar.tsx';
import { drawnCurves, EquityChart } from '../leaderboard/EquityChart.tsx';
import { reportHref, traderPageHref } from '../leaderboard/hrefs.ts';
import { Disqualified } from '../season/SeasonTables.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Bdi, Change, DirectionTag } from '../ui/figures.tsx';
import { PortraitCard, Side } from './TraderSide.tsx';
import type { TraderPageView } from './view.ts';
import { BadgedName, RankMark, SimMark } from './Who.tsx';

type Props = {
  trader: TraderPageView;
  share: ReactNode;
};

/** The height of the curve's picture, in units of a view box 592 wide. */
const CURVE_HEIGHT = 176;

/** /traders/NAME: one trader, for all readers who may open the page. */
export function TraderPage({ trader, share }: Props) {
  const { t, user } = usePage();
  return (
    <div className="portrait">
      <TraderHead trader={trader} share={share} />
      <div className="portrait-in portrait-columns">
        <div>
          <Now trader={trader} />
          <OpenPositions trader={trader} />
        </div>
        <Side trader={trader} />
      </div>
      {!user && <Pass trader={trader} />}
      {user && !user.isGuest && user.username !== trader.username && (
        <p className="portrait-in text-caption text-paper-3">
          <a className="underline" href={reportHref(trader.username, traderPageHref(trader.username))}>
            {t('reports:report')}
          </a>
        </p>
      )}
    </div>
  );
}

function Now({ trader }: { trader: TraderPageView }) {
  const { season, disqualified, username, curves, figures } = trader;
  const { t } = usePage();
  if (!season) return <EmptyState>{t('page:noCurve')}</EmptyState>;
  const { number, isOver, place, traders, equity, change } = season;
  return (
    <section className="card portrait-now" aria-labelledby="now" data-equity={trader.isOwn ? '' : undefined}>
      <div className="portrait-place">
        <div>
          <h2 id="now" className="text-small text-paper-3">
            {t(isOver ? 'page:final' : 'page:now', { number })}
          </h2>
          {place ? (
            <p className="flex flex-wrap items-baseline gap-x-3">
              <bdi className={`text-price ${place.n <= 3 ? 'text-tkf' : ''}`}>
                {t('trader:place', { place: place.text })}
              </bdi>
              <span className="text-paper-2">{t('competition:placeOf', { total: traders })}</span>
            </p>
          ) : (
            <p className="mt-2 text-h3">{t('page:none')}</p>
          )}
          {disqualified !== null && <Disqualified reason={disqualified} />}
        </div>
        {equity && (
          <p className="portrait-worth">
            <Bdi className="text-stat">{equity}</Bdi>
            {change && <Change {...change} />}
          </p>
        )}
      </div>
      {curves ? (
        <EquityChart {...drawnCurves(username, curves)} height={CURVE_HEIGHT} />
      ) : (
        <p className="portrait-hidden">
          {t(figures && figures.drawdown === null ? 'page:hidden' : 'page:noCurve')}
        </p>
      )}
      <Figures trader={trader} />
    </section>
  );
}

function Figures({ trader: { season, figures } }: { trader: TraderPageView }) {
  const { t } = usePage();
  if (!figures) return null;
  const { count, wins, rate, best, average, drawdown } = figures;
  return (
    <dl className="portrait-figures">
      <Figure label={t('page:return')} note={best && t('page:best', { amount: figureInSentence(best) })}>
        {season?.percent ? <Change {...season.percent} /> : <Bdi>—</Bdi>}
      </Figure>
      <Figure label={t('page:winRate')} note={t('page:won', { wins, lost: count - wins })}>
        <Bdi>{rate ?? '—'}</Bdi>
      </Figure>
      <Figure
        label={t('page:closed')}
        note={average && t('page:average', { amount: figureInSentence(average) })}
      >
        <Bdi>{count}</Bdi>
      </Figure>
      <Figure label={t('trader:drawdown')} note={drawdown === null && t('page:hidden')}>
        <Bdi>{drawdown ?? '—'}</Bdi>
      </Figure>
    </dl>
  );
}

function Figure({ label, note, children }: { label: string; note: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
      <dd>{note}</dd>
    </div>
  );
}

function OpenPositions({ trader: { open, source } }: { trader: TraderPageView }) {
  const { t } = usePage();
  return (
    <PortraitCard id="open" title={t('trader:open')} aside={<span className="tag">{source}</span>}>
      {open?.length ? (
        <ul className="portrait-rows">
          {open.map(({ symbol, type, date, change }) => (
            <li key={symbol + type} className="portrait-open">
              <Bdi className="font-600">{symbol}</Bdi>
              <DirectionTag type={type} />
              <bdi className="text-paper-3">{date}</bdi>
              {change && <Change {...change} />}
            </li>
          ))}
        </ul>
      ) : (
        <p className="p-4 text-paper-2">{t(open ? 'trader:noOpen' : 'page:hidden')}</p>
      )}
    </PortraitCard>
  );
}

/** The bar for visitors. Its links also work after a sign-in in another tab. */
function Pass({ trader: { username, startCash } }: { trader: TraderPageView }) {
  const { t } = usePage();
  return (
    <JoinBar
      heading={t('page:pass', { name: nameInSentence(username) })}
      text={t('page:passText', { cash: startCash })}
      back={traderPageHref(username)}
    />
  );
}

function TraderHead({ trader, share }: { trader: TraderPageView; share: ReactNode }) {
  const { username, outfit, rank, level, since, season, isOwn, isSimulated, isMember } = trader;
  const { banner, logo, badge } = outfit;
  const { t, user } = usePage();
  return (
    <header>
      <div className="portrait-banner">
        <img src={asset((banner ?? DEFAULT_BANNER).picture)} width={960} height={240} alt="" />
      </div>
      <div className="portrait-in portrait-head">
        <span className="portrait-avatar octagon">
          <Avatar username={username} logoUrl={logo && asset(logo.picture)} size={120} />
        </span>
        <div className="min-w-0">
          <h1 className="flex items-center gap-3 text-h1">
            <BadgedName username={username} badge={badge} />
          </h1>
          <p className="facts">
            <RankMark rank={rank} />
            <span>{t('trader:level', { level })}</span>
            <span>{t('page:since', { date: since })}</span>
            {isMember && <span className="tag bg-gain-deep text-gain">{t('settings:member')}</span>}
            {isSimulated && <SimMark />}
          </p>
          {!user && season && (
            <p className="mt-1 text-small text-paper-2">
              {t('leaderboards:contest', { number: season.number, cash: trader.startCash })}{' '}
              {season.prize && t('leaderboards:contestPrize', { prize: season.prize })}
            </p>
          )}
        </div>
        <span className="ms-auto">{share}</span>
      </div>
      {isOwn && (
        <p className="portrait-in portrait-own">
          {t('page:own')}{' '}
          <a className="text-paper underline underline-offset-4" href="/settings#page">
            {t('page:settings')}
          </a>
        </p>
      )}
    </header>
  );
}
