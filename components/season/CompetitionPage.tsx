import type { ReactNode } from 'react';
import { keepPath } from '#core/account/visitor.ts';
import { CHART_PATH } from '#core/season/game.ts';
import type { PracticeReason } from '#core/season/terms.ts';
import { usePage } from '#framework/page.tsx';
import { useJoinHref } from '../layout/local-href.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Bdi, Change, FitFigure } from '../ui/figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Mark, type MarkShape, Shape } from '../ui/Mark.tsx';
import {
  type CompetitionDialog,
  CompetitionDialogs,
  type CompetitionValues,
  type Stakes,
} from './CompetitionDialogs.tsx';
import { PracticeMark, PracticeNote } from './Schedule.tsx';

/** The reader's place; formatted texts. `place` is null before the first trade. */
export type OwnPlace = {
  place: string | null;
  traders: string;
  equity: string;
  change: { value: string; text: string };
};

type Props = {
  stakes: Stakes;
  /**
   * The reader's place in the running season. Null between seasons, and for a reader without a row in the
   * leaderboard: a visitor, a guest, an admin, or a trader who joined after the newest ranking pass.
   */
  ownPlace: OwnPlace | null;
  /** The planned starts and ends. */
  schedule: ReactNode;
  /** The time left until the running season's end; null without a planned end. */
  timeLeft: ReactNode;
  /** "2,500.00" */
  prizePool: string;
  /** True when only the first place wins a prize. */
  hasOneWinner: boolean;
  /** When the next season starts: a time, or the admins' words; null without either. */
  nextStart: string | null;
  dialog: CompetitionDialog | null;
  values: CompetitionValues;
  /**
   * The reasons for which the running season (between seasons: the next one) is a practice season; empty for a season
   * with a prize. `nextPractice`: the reasons that would hold for a season started now.
   */
  practice: readonly PracticeReason[];
  nextPractice: readonly PracticeReason[];
};

/** /competitions: the prize, the dates, and the admins' buttons. */
export function CompetitionPage(props: Props) {
  const { dialog, values, stakes, practice } = props;
  const { t, user } = usePage();
  return (
    <div className="mx-auto w-full max-w-254">
      <h1 className="mb-5 text-h1">{t('competition:title')}</h1>
      {user?.isAdmin && <AdminBar season={stakes.season} practice={props.nextPractice} />}
      <PrizeTicket {...props} />
      <PracticeNote reasons={practice} />
      {props.schedule}
      <section className="mt-10 grid gap-7 lg:grid-cols-3" aria-label={t('competition:how')}>
        <Point shape="triangle" title={t('competition:trade')} text={t('competition:tradeText')} />
        <Point shape="square" title={t('competition:climb')} text={t('competition:climbText')} />
        <Point shape="circle" title={t('competition:win')} text={t('competition:winText')} />
      </section>
      {user?.isAdmin && dialog && <CompetitionDialogs dialog={dialog} values={values} stakes={stakes} />}
    </div>
  );
}

/** The ticket with the prize. Its stub has the date of the next season, and during a season the reader's place. */
function PrizeTicket({ prizePool, hasOneWinner, nextStart, practice, ownPlace, timeLeft }: Props) {
  const { t, competition } = usePage();
  return (
    <section className="ticket cut-20">
      <div>
        <h2 className="text-caption text-paper-3">{t('competition:prizePool')}</h2>
        <p className="text-prize text-tkf">
          <Bdi className="inline-flex items-start whitespace-nowrap">
            <span className="me-[.08em] text-[.6em] font-500 leading-[1.2]">₪</span>
            <FitFigure text={prizePool} most={8.5} />
          </Bdi>
        </p>
        {practice.length > 0 && (
          <div className="mt-2">
            <PracticeMark reasons={practice} />
          </div>
        )}
        <p className="mt-2 text-size-small text-paper-2">
          {t(hasOneWinner ? 'competition:split' : 'competition:splitPlaces')}
        </p>
        <Status />
      </div>
      <div className="ticket-date torn">
        <div className="ticket-art" aria-hidden="true">
          <Shape kind="circle" className="h-full w-full" stroke="var(--tkf)" />
        </div>
        {competition.active ? (
          <PlaceStub ownPlace={ownPlace} timeLeft={timeLeft} nextStart={nextStart} />
        ) : (
          <StartStub start={nextStart ?? t('home:dateSoon')} />
        )}
      </div>
    </section>
  );
}

function StartStub({ start }: { start: string }) {
  const { t, user } = usePage();
  return (
    <>
      <h2 className="text-caption text-paper-3">{t('competition:next')}</h2>
      <p className="mt-1 break-words text-hero">
        <bdi>{start}</bdi>
      </p>
      <p className="mt-2 text-paper-2">{t('competition:promo')}</p>
      {user && (
        <LinkButton className="mt-4 min-h-11" href={CHART_PATH.practice}>
          {t('games:offer')}
        </LinkButton>
      )}
    </>
  );
}

/** The reader's place and a link to the chart, during a season. Visitors and guests get a link to register instead. */
function PlaceStub({ ownPlace, timeLeft, nextStart }: Pick<Props, 'ownPlace' | 'timeLeft' | 'nextStart'>) {
  const { t, user } = usePage();
  const joinHref = useJoinHref();
  const [href, text] = !user
    ? ([joinHref, 'competition:join'] as const)
    : user.isGuest
      ? ([keepPath(CHART_PATH.season), 'auth:keep'] as const)
      : ([CHART_PATH.season, 'competition:tradeNow'] as const);
  return (
    <>
      {ownPlace && (
        <>
          <h2 className="text-caption text-paper-3">{t('competition:yourPlace')}</h2>
          {ownPlace.place === null ? (
            <p className="mt-1">{t('competition:noPlace')}</p>
          ) : (
            <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
              <bdi className="text-hero">{ownPlace.place}</bdi>
              <span className="text-paper-2">{t('competition:placeOf', { total: ownPlace.traders })}</span>
            </p>
          )}
          <p className="mt-1 flex flex-wrap items-center gap-x-3">
            <Bdi className="font-600">{ownPlace.equity}</Bdi>
            <Change {...ownPlace.change} />
          </p>
        </>
      )}
      {timeLeft ?? <p className="mt-3 text-small text-paper-3">{t('competition:noEnd')}</p>}
      {nextStart !== null && (
        <p className="mt-1 break-words text-small text-paper-3">
          {t('competition:next')}: <bdi>{nextStart}</bdi>
        </p>
      )}
      <LinkButton look="primary" className="mt-5 min-h-11" href={href}>
        {t(text)}
      </LinkButton>
    </>
  );
}

function Status() {
  const { t, competition } = usePage();
  return (
    <p className="mt-3 flex items-center gap-3 font-500">
      <span
        className={`h-2 w-2 rounded-full ${competition.active ? 'bg-gain' : 'bg-loss'}`}
        aria-hidden="true"
      />
      {t(competition.active ? 'competition:live' : 'competition:notLive')}
    </p>
  );
}

function Point({ shape, title, text }: { shape: MarkShape; title: string; text: ReactNode }) {
  return (
    <div>
      <Mark shape={shape} />
      <h2 className="mt-4 text-h3">{title}</h2>
      <p className="mt-1 text-paper-2">{text}</p>
    </div>
  );
}

function AdminBar({ season, practice }: { season: number; practice: readonly PracticeReason[] }) {
  const { t, competition } = usePage();
  return (
    <section
      className="mb-7 flex flex-wrap items-center gap-2 rounded-card border border-dashed border-line-2 px-3 py-2"
      aria-label={t('competition:admin')}
    >
      <span className="me-2 text-caption text-paper-3">{t('competition:admin')}</span>
      <LinkButton className="btn-small" href="/competitions?dialog=edit">
        <Icon name="pencil" size="size-4" />
        {t('competition:edit')}
      </LinkButton>
      <LinkButton look="ghost" className="btn-small" href="/admin/seasons/next">
        {t('terms:link')}
      </LinkButton>
      <LinkButton look="ghost" className="btn-small" href={`/competitions/${season}`}>
        {t('seasons:title', { number: season })}
      </LinkButton>
      <span className="ms-auto flex flex-wrap gap-2">
        <Lever dialog="start" look="btn-secondary" icon="play" isOff={competition.active} />
        <Lever dialog="end" look="btn-danger" icon="square" isOff={!competition.active} />
        <Lever dialog="reset" look="btn-danger" icon="rotate-ccw" isOff={false} />
      </span>
      {!competition.active && (
        <div className="basis-full">
          <PracticeNote reasons={practice} isNext />
        </div>
      )}
    </section>
  );
}

type LeverProps = {
  dialog: 'start' | 'end' | 'reset';
  look: string;
  icon: 'play' | 'square' | 'rotate-ccw';
  isOff: boolean;
};

/** A link to a dialog; a disabled button while the action is not possible. */
function Lever({ dialog, look, icon, isOff }: LeverProps) {
  const { t } = usePage();
  const inside = (
    <>
      <Icon name={icon} size="size-4" />
      {t(`competition:${dialog}`)}
    </>
  );
  const className = `btn ${look} btn-small`;
  return isOff ? (
    <button type="button" className={className} disabled>
      {inside}
    </button>
  ) : (
    <a className={className} href={`/competitions?dialog=${dialog}`}>
      {inside}
    </a>
  );
}
