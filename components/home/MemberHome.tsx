import { curveRange, LEAST_CURVE_POINTS } from '#core/leaderboard/equity.ts';
import { FIRST_STEPS_GIFT } from '#core/shop/inventory.ts';
import { asset } from '#framework/asset.ts';
import { useT } from '#framework/page.tsx';
import type { CountsDown } from '../season/Schedule.tsx';
import { Tile } from '../trading/dock-parts.tsx';
import { LinkButton, Submit } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Bdi, Change, DirectionTag } from '../ui/figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import type {
  EquityCard,
  FirstStep,
  MemberHomeView,
  PositionsCard,
  StepName,
  SeasonStripView as Strip,
} from './member-view.ts';
import { AreaCurve, PracticeCard } from './PracticeCard.tsx';
import { StripPrize, WaitingRoom } from './WaitingRoom.tsx';

const WAYS: Record<StepName, string> = {
  trade: '/chart',
  portfolio: '/portfolio',
  close: '/portfolio',
  table: '/leaderboards',
};

/** The card with a new trader's first steps; completed steps have a tick. The button closes the card for good. */
function FirstSteps({ steps, canTrade }: { steps: readonly FirstStep[]; canTrade: boolean }) {
  const t = useT();
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className="card home-list" aria-labelledby="home-steps">
      <div className="flex items-center gap-2 p-2 ps-4">
        <h2 id="home-steps" className="text-h3">
          {t('home:steps')}
        </h2>
        <span className="text-size-small text-paper-3">
          {t('home:stepsDone', { done, total: steps.length })}
        </span>
        <form className="ms-auto" method="post" action="/api/first-steps/close">
          <button type="submit" className="icon-btn" aria-label={t('home:stepsClose')}>
            <Icon name="x" />
          </button>
        </form>
      </div>
      <ol>
        {steps.map(({ name, isDone }) => (
          <li key={name}>
            <StepRow
              name={name}
              isDone={isDone}
              href={name === 'trade' && !canTrade ? '/competitions' : WAYS[name]}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The gift after the last step: two items, and the button that accepts them. */
function Gift() {
  const t = useT();
  return (
    <section className="gift cut-14" aria-labelledby="home-gift">
      <div className="gift-inside cut-14">
        <div className="gift-items">
          {FIRST_STEPS_GIFT.map((item) => (
            <figure key={item.id} data-item={item.id}>
              <img className={`gift-${item.type}`} src={asset(item.picture)} alt="" />
              <figcaption>
                <bdi className="font-600">{item.name}</bdi>{' '}
                <span className="text-paper-3">{t(`items:type_${item.type}`)}</span>
              </figcaption>
            </figure>
          ))}
        </div>
        <form className="gift-stub" method="post" action="/api/first-steps/close">
          <div>
            <h2 id="home-gift" className="text-h3">
              {t('home:gift')}
            </h2>
            <p className="text-paper-2">{t('home:giftLead')}</p>
          </div>
          <Submit className="min-h-11">{t('home:giftTake')}</Submit>
        </form>
      </div>
    </section>
  );
}

function StepRow({ name, isDone, href }: FirstStep & { href: string }) {
  const t = useT();
  return (
    <a className="home-row home-step" href={href}>
      <span className={isDone ? 'home-tick home-ticked' : 'home-tick'} aria-hidden="true">
        {isDone && <Icon name="check" size="size-4" />}
      </span>
      <span>
        <span className={isDone ? 'text-paper-3' : 'font-600'}>{t(`home:step_${name}`)}</span>
        {isDone && <span className="sr-only">{t('home:stepDone')}</span>}
        {name === 'close' && !isDone && (
          <span className="block text-caption text-paper-3">{t('home:stepCloseHint')}</span>
        )}
      </span>
      {!isDone && <Icon name="chevron-right" size="size-4" className="ms-auto text-paper-3 rtl:flip-x" />}
    </a>
  );
}

/** The part above the hero: prizes to answer, season, practice, equity, open positions, first steps or their gift. */
export function MemberHome({ countdown, ...view }: MemberHomeView & { countdown: CountsDown }) {
  const { season, waiting, practice, prizes, closed, equity, positions, steps, canTrade, wayBack } = view;
  const t = useT();
  return (
    <div className="member-home">
      <h1 className="sr-only">{t('home:title')}</h1>
      {prizes.map((prize) => (
        <OpenPrize key={prize.season} {...prize} />
      ))}
      {closed && <p className="card border-tkf p-4">{closed}</p>}
      {waiting ? (
        <WaitingRoom view={waiting} countdown={countdown}>
          <PracticeCard card={practice} isMain />
        </WaitingRoom>
      ) : (
        <>
          {season && <SeasonStrip season={season} canTrade={canTrade} />}
          <PracticeCard card={practice} isMain={!canTrade} />
        </>
      )}
      {wayBack && <WayBack kind={wayBack} />}
      <div className="home-cards">
        {equity && <Equity card={equity} />}
        {positions && <Positions card={positions} canTrade={canTrade} />}
        {steps &&
          (steps.every(({ isDone }) => isDone) ? <Gift /> : <FirstSteps steps={steps} canTrade={canTrade} />)}
      </div>
    </div>
  );
}

/** The part below the hero: movers and the newest recording. */
export function HomeMarket({ movers, source, canTrade, recording }: MemberHomeView) {
  return (
    <div className="member-home">
      <Movers movers={movers} source={source} canTrade={canTrade} />
      {recording && <Recording {...recording} />}
    </div>
  );
}

/** Links to a prize that the reader has won and not yet claimed or declined. */
function OpenPrize({ season, amount, answerBy }: MemberHomeView['prizes'][number]) {
  const t = useT();
  return (
    <p className="card flex flex-wrap items-center gap-x-4 gap-y-3 border-tkf p-4">
      <Icon name="trophy" size="size-5" className="shrink-0 text-tkf" />
      <span className="min-w-50 flex-1">
        {t('prizes:homeOffer', { amount, number: season, date: answerBy })}
      </span>
      <LinkButton look="primary" href="/prize">
        {t('seasons:claimPrize')}
      </LinkButton>
    </p>
  );
}

/** Warns a trader that a lost password would lose the account, because nothing else can recover it. */
function WayBack({ kind }: { kind: NonNullable<MemberHomeView['wayBack']> }) {
  const t = useT();
  return (
    <p className="card flex gap-3 px-4 py-3">
      <Icon name="circle-alert" size="size-5" className="shrink-0 text-tkf" />
      <span className="flex flex-wrap gap-x-3 gap-y-2">
        <span>{t('settings:waysNone')}</span>
        <a className="font-600 underline underline-offset-4" href="/settings#way-back">
          {t(kind === 'either' ? 'home:addEither' : 'home:saveCodes')}
        </a>
      </span>
    </p>
  );
}

function Equity({ card: { equity, today, curve, foot } }: { card: EquityCard }) {
  const t = useT();
  return (
    <section className="card home-equity" aria-labelledby="home-equity">
      <div className="p-4">
        <h2 id="home-equity" className="text-small text-paper-3">
          {t('home:equityToday')}
        </h2>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Bdi className="text-stat">{equity}</Bdi>
          {today && (
            <Change
              value={today.value}
              text={`${today.text} (${today.percent})`}
              className="!whitespace-normal"
            />
          )}
        </p>
      </div>
      {curve.length >= LEAST_CURVE_POINTS ? (
        <TodayCurve curve={curve} />
      ) : (
        <p className="home-nocurve">{t('home:noCurve')}</p>
      )}
      {foot && curve.length >= LEAST_CURVE_POINTS && (
        // left to right in every language, like the curve
        <p dir="ltr" className="home-foot">
          <span>{foot.from}</span>
          <bdi>{foot.before}</bdi>
          <span>{foot.to}</span>
        </p>
      )}
    </section>
  );
}

const [WIDTH, HEIGHT] = [400, 120];

/**
 * The curve of today's equity, without a text, because the figures above it say the same. The dashed line is the day's
 * first value.
 */
function TodayCurve({ curve }: { curve: EquityCard['curve'] }) {
  const [first, last] = [curve[0]!, curve.at(-1)!];
  const values = curve.map(([, value]) => value);
  const { least, most } = curveRange(values);
  const x = (at: number) => ((at - first[0]) / (last[0] - first[0] || 1)) * WIDTH;
  const y = (value: number) => HEIGHT - 4 - ((value - least) / (most - least)) * (HEIGHT - 8);
  const line = `M${curve.map(([at, value]) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('L')}`;
  return (
    <svg
      className="home-curve"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      height={HEIGHT}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} fill="var(--paper)" opacity="0.09" />
      <path d={`M0 ${y(first[1]).toFixed(1)}H${WIDTH}`} stroke="var(--line-3)" strokeDasharray="4 4" />
      <path d={line} fill="none" stroke="var(--paper)" strokeWidth="1.5" />
    </svg>
  );
}

function Positions({ card, canTrade }: { card: PositionsCard; canTrade: boolean }) {
  const t = useT();
  const { lines, count, orders, unrealized } = card;
  if (count === 0) {
    return (
      <EmptyState action={canTrade && <LinkButton href="/chart">{t('home:tradeNow')}</LinkButton>}>
        {t('dock:noPositions')}
      </EmptyState>
    );
  }
  return (
    <section className="card home-list" aria-labelledby="home-positions">
      <h2 id="home-positions" className="flex items-center justify-between gap-3 p-4 text-h3">
        <span>
          {t('home:positions')} <span className="text-paper-3">{count}</span>
        </span>
        <Change value={unrealized.value} text={unrealized.text} className="text-size-body" />
      </h2>
      <ul>
        {lines.map(({ symbol, type, quantity, pnl }) => (
          <li key={`${symbol} ${type}`} className="home-row">
            <a
              className="font-600 hover:underline"
              href={canTrade ? `/chart?symbol=${encodeURIComponent(symbol)}` : '/portfolio'}
            >
              <Tile symbol={symbol} />
            </a>
            <DirectionTag type={type} />
            <Bdi className="text-paper-2">{quantity}</Bdi>
            <span className="ms-auto">{pnl && <Change value={pnl.value} text={pnl.text} />}</span>
          </li>
        ))}
      </ul>
      <a className="home-row home-more" href="/portfolio">
        {orders > 0 ? t('home:orders', { count: orders }) : t('nav:portfolio')}
        <Icon name="chevron-right" size="size-4" className="ms-auto rtl:flip-x" />
      </a>
    </section>
  );
}

function Movers({ movers, source, canTrade }: Pick<MemberHomeView, 'movers' | 'source' | 'canTrade'>) {
  const t = useT();
  if (movers.length === 0) return null;
  return (
    <section aria-labelledby="home-movers">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 id="home-movers" className="text-h3">
          {t('home:movers')}
        </h2>
        <span className="tag">
          <bdi>{source}</bdi>
        </span>
        <More href="/screener" label={t('nav:scanner')} />
      </div>
      <ul className="home-movers">
        {movers.map(({ symbol, price, change, course }) => (
          <li key={symbol}>
            <a
              className="card home-mover"
              href={canTrade ? `/chart?symbol=${encodeURIComponent(symbol)}` : '/screener'}
            >
              <Bdi className="font-600">{symbol}</Bdi>
              <Change value={change.value} text={change.text} className="ms-auto" />
              <span className="w-full text-paper-2">
                <Bdi>{price}</Bdi>
              </span>
              <AreaCurve values={course} color={change.value.startsWith('-') ? 'text-loss' : 'text-gain'} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Recording({ id, title, isOpen }: NonNullable<MemberHomeView['recording']>) {
  const t = useT();
  return (
    <section className="card home-row" aria-labelledby="home-recording">
      <Icon name="video" size="size-5" className="shrink-0 text-paper-3" />
      <div className="flex min-w-0 flex-wrap gap-x-3">
        <h2 id="home-recording" className="text-paper-3">
          {t('home:recording')}
        </h2>
        {/* `dir` lets CSS cut a long title at its end, in Hebrew and in English */}
        <a
          className="truncate font-600 hover:underline"
          dir="auto"
          href={isOpen ? `/go/recording/${id}` : '/pricing'}
          {...(isOpen && { target: '_blank', rel: 'noopener noreferrer' })}
        >
          {title}
        </a>
        {!isOpen && <span className="text-paper-3">{t('recordings:forMembers')}</span>}
      </div>
      <More href="/recordings" label={t('nav:recordings')} />
    </section>
  );
}

function More({ href, label }: { href: string; label: string }) {
  return (
    <a className="home-link ms-auto hover:underline" href={href}>
      {label}
      <Icon name="chevron-right" size="size-4" className="rtl:flip-x" />
    </a>
  );
}

/** The season as a ticket: prize and the reader's place on one side, the remaining time and a link on the other. */
function SeasonStrip({ season, canTrade }: { season: Strip; canTrade: boolean }) {
  const { number, isLive, prize, place, gap, startCash } = season;
  const t = useT();
  return (
    <section className="strip cut-20" aria-labelledby="home-season">
      <div className="strip-part">
        <div>
          <p className="text-small text-paper-3">{t('seasons:prize')}</p>
          <StripPrize prize={prize} />
        </div>
        {!isLive && startCash !== null && (
          <div>
            <p className="text-small text-paper-3">{t('home:seat')}</p>
            <p className="text-h3 strip-seat">
              <Icon name="check" size="size-5" className="shrink-0 text-gain" />
              <span>{t('home:seatStart', { cash: startCash })}</span>
            </p>
          </div>
        )}
        {place !== null && <StripPlace {...place} isLive={isLive} />}
        {[gap?.next, gap?.goal].map((step) => step && <StripGap key={step.place} {...step} />)}
      </div>
      <div className="strip-stub">
        <h2 id="home-season" className="text-small text-paper-2">
          {t(isLive ? 'home:seasonLive' : 'home:seasonNext', { number })}
        </h2>
        <Due season={season} />
        <Way season={season} canTrade={canTrade} />
      </div>
    </section>
  );
}

function StripPlace({ season, place, traders, isLive }: NonNullable<Strip['place']> & { isLive: boolean }) {
  const t = useT();
  return (
    <div>
      <p className="text-small text-paper-3">
        {isLive ? t('home:yourPlace') : t('home:placeIn', { number: season })}
      </p>
      <p className={isLive ? 'text-h1' : 'text-h3'}>
        <Bdi>{place}</Bdi>{' '}
        <span className="text-size-body font-400 text-paper-3">
          {t('competition:placeOf', { total: traders })}
        </span>
      </p>
    </div>
  );
}

/** The amount that the reader lacks for a better place or the prize. */
function StripGap({ place, amount }: { place: string | null; amount: string }) {
  const t = useT();
  return (
    <div>
      <p className="text-small text-paper-3">
        {place === null ? t('home:toPrize') : t('home:toPlace', { place })}
      </p>
      <p className="text-h1">
        <Bdi>{amount}</Bdi>
      </p>
    </div>
  );
}

/** When the season ends, or when the next one starts. */
function Due({ season: { number, isLive, due, next, isNextPlanned } }: { season: Strip }) {
  const t = useT();
  return (
    <>
      <p className="flex justify-between gap-3 text-paper-2">
        {due ? (
          <>
            {isLive ? t('home:endsIn') : t('seasons:nextIn', { number })}
            <time className="font-600 text-paper" dateTime={due.iso}>
              <bdi>{due.left}</bdi>
            </time>
          </>
        ) : (
          !isLive && (
            <>
              {t('home:starts')}
              <bdi className="font-600 text-paper">{next ?? t('home:dateSoon')}</bdi>
            </>
          )
        )}
      </p>
      {isNextPlanned && (
        <p className="flex flex-wrap justify-between gap-x-3 text-caption text-paper-3">
          {isLive ? t('competition:next') : t('home:starts')}
          <bdi>{next}</bdi>
        </p>
      )}
    </>
  );
}

/** A link to the chart for readers who may trade now; else to the last season's results, or to the list of seasons. */
function Way({ season: { ended }, canTrade }: { season: Strip; canTrade: boolean }) {
  const t = useT();
  const [href, label] = canTrade
    ? ['/chart', t('home:tradeNow')]
    : ended === null
      ? ['/competitions', t('nav:competitions')]
      : [`/competitions/${ended}`, t('home:resultsOf', { number: ended })];
  return (
    <LinkButton look="primary" className="min-h-11" href={href}>
      {label}
    </LinkButton>
  );
}
