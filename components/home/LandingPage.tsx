import type { ReactNode } from 'react';
import type { HeroShape } from '#art/hero.ts';
import { usePage, useT } from '#framework/page.tsx';
import { TryNow } from '../layout/JoinBar.tsx';
import { useCarriedHref, useJoinHref, useLocalHref } from '../layout/local-href.ts';
import { ReviewMark } from '../season/SeasonTables.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Shape } from '../ui/Mark.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import { LandingTicket } from './LandingTicket.tsx';
import type { LandingView } from './landing-view.ts';
import { ChartCard, TopFive } from './RightNow.tsx';

/** `/` for visitors: the contest, its prize, the market and the current leaderboard. */
export function LandingPage({ view }: { view: LandingView }) {
  const { season, chart, top } = view;
  const t = useT();
  const join = useJoinHref();
  return (
    <div className="landing">
      <Opening view={view} />
      <LandingTicket season={season} faces={top ?? []} />
      {(chart || top) && (
        <TitledSection id="now" title={t(view.isFinal ? 'landing:final' : 'landing:now')} head="text-h2">
          <ReviewMark review={view.review} />
          <div className={chart && top ? 'landing-now' : 'mt-5'}>
            {chart && <ChartCard chart={chart} />}
            {top && <TopFive rows={top} startCash={view.startCash} join={join} />}
          </div>
        </TitledSection>
      )}
      <HowItWorks prizePlaces={view.season.prizePlaces} />
      <CheckUs view={view} />
      <WithFriends />
      <Questions startCash={view.startCash} />
      <Closing view={view} />
    </div>
  );
}

function Opening({ view: { startCash, joins, season } }: { view: LandingView }) {
  const { t, guests } = usePage();
  const hrefOf = useLocalHref();
  const join = useJoinHref();
  return (
    <section className="landing-open">
      <h1 className="text-hero">
        <span className="block">{t('landing:headingA')}</span>
        <span className="block">{t('landing:headingB')}</span>
      </h1>
      <div>
        <p className="text-lead text-paper-2">
          <Lead season={season} startCash={startCash} />
        </p>
        <div className="landing-ways">
          {guests && <TryNow label={t('landing:try')} />}
          <LinkButton look={guests ? 'secondary' : 'primary'} href={join}>
            {t('landing:join', { number: joins })}
          </LinkButton>
          {!guests && <LinkButton href={hrefOf('/leaderboards')}>{t('landing:look')}</LinkButton>}
        </div>
        <p className="mt-3 text-caption text-paper-3">{t('landing:note')}</p>
      </div>
    </section>
  );
}

const STEPS = [
  ['triangle', 'trade'],
  ['square', 'climb'],
  ['circle', 'win'],
] as const;

function HowItWorks({ prizePlaces }: Pick<LandingView['season'], 'prizePlaces'>) {
  const t = useT();
  return (
    <TitledSection id="how" title={t('landing:how')} head="text-h2">
      <ul className="landing-steps">
        {STEPS.map(([shape, step]) => (
          <Step key={step} shape={shape} title={t(`landing:${step}`)}>
            {t(step === 'win' && prizePlaces > 1 ? 'landing:winTextPlaces' : `landing:${step}Text`)}
          </Step>
        ))}
      </ul>
    </TitledSection>
  );
}

function Step({ shape, title, children }: { shape: HeroShape; title: string; children: ReactNode }) {
  return (
    <li>
      <Shape kind={shape} heart className="landing-shape" />
      <div>
        <h3 className="text-h3">{title}</h3>
        <p className="mt-2 text-lead text-paper-2">{children}</p>
      </div>
    </li>
  );
}

const STAGES = ['before', 'during', 'after'] as const;

/** The section about fairness: the seed's hash, a link to the proof, and what the site publishes at each stage. */
function CheckUs({ view: { lock, proof } }: { view: LandingView }) {
  const t = useT();
  const season = useLocalHref()(`/competitions/${proof.season}`);
  return (
    <section className="landing-check" aria-labelledby="check">
      <div>
        <h2 id="check" className="text-h2">
          {t('landing:check')}
        </h2>
        <p className="mt-3 text-lead text-paper-2">{t('landing:checkText')}</p>
        <LinkButton className="mt-5" href={proof.isPublic ? `${season}/check` : `${season}#fairness`}>
          <Icon name="circle-check" />
          {t(proof.isPublic ? 'landing:checkPast' : 'landing:checkNow', { number: proof.season })}
        </LinkButton>
        {proof.isPublic && (
          <p className="mt-4 flex flex-wrap items-center gap-2 text-caption text-paper-3">
            {t('landing:run')}
            <code dir="ltr">npm run verify-season -- {proof.season}</code>
          </p>
        )}
      </div>
      <div className="landing-lock">
        {lock && (
          <>
            <p className="text-caption text-paper-3">{t('landing:locked', { number: lock.season })}</p>
            <p className="landing-hash" dir="ltr">
              {lock.hash.match(/.{1,8}/g)?.map((part) => (
                <span key={part}>{part}</span>
              ))}
            </p>
          </>
        )}
        <dl>
          {STAGES.map((stage) => (
            <div key={stage}>
              <dt>{t(`landing:${stage}`)}</dt>
              <dd>{t(`landing:${stage}Text`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** A link to create a league, after registering. */
function WithFriends() {
  const t = useT();
  const hrefOf = useCarriedHref();
  return (
    <section className="landing-friends" aria-labelledby="friends">
      <div>
        <h2 id="friends" className="text-h3">
          {t('landing:friends')}
        </h2>
        <p className="mt-1 text-paper-2">{t('landing:friendsText')}</p>
      </div>
      <LinkButton href={hrefOf('/auth?tab=register&next=%2Fleagues%2Fnew')}>
        {t('landing:newLeague')}
      </LinkButton>
    </section>
  );
}

const QUESTIONS = [1, 2, 3, 4] as const;

function Questions({ startCash }: { startCash: string }) {
  const { t, guests } = usePage();
  const hrefOf = useLocalHref();
  return (
    <TitledSection id="questions" title={t('landing:questions')} head="text-h2">
      <div className="landing-questions">
        {QUESTIONS.map((n) => (
          <details key={n} open={n === 1}>
            <summary>{t(`landing:q${n}`)}</summary>
            <p>{t(n === 2 && guests ? 'landing:a2Guests' : `landing:a${n}`, { cash: startCash })}</p>
          </details>
        ))}
      </div>
      <p className="mt-5 text-paper-2">
        <a className="underline underline-offset-4" href={hrefOf('/help')}>
          {t('landing:more')}
        </a>
      </p>
    </TitledSection>
  );
}

function Lead({ season: { prizePlaces }, startCash }: Pick<LandingView, 'season' | 'startCash'>) {
  const t = useT();
  return prizePlaces > 1
    ? t('landing:leadPlaces', { cash: startCash, places: prizePlaces })
    : t('landing:lead', { cash: startCash });
}

function Closing({ view: { joins, season, startCash } }: { view: LandingView }) {
  const t = useT();
  const join = useJoinHref();
  return (
    <section className="landing-closing cut-20" aria-labelledby="closing">
      <div>
        <h2 id="closing" className="text-h3">
          {t(`landing:${season.state}`, { number: season.number })}
        </h2>
        <p className="mt-1 text-paper-2">
          <Lead season={season} startCash={startCash} />
        </p>
      </div>
      <LinkButton look="primary" href={join}>
        {t('landing:join', { number: joins })}
      </LinkButton>
    </section>
  );
}
