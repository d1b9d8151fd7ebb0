import { Fragment, type ReactNode } from 'react';
import type { Rank } from '#core/leaderboard/rank.ts';
import { formatPnl } from '#core/locale/format.ts';
import { useT } from '#framework/page.tsx';
import { RANK_TEXT, RankLetter } from '../leaderboard/rank-parts.tsx';
import { pictureOf } from '../shop/hrefs.ts';
import { SimMark } from '../trader/Who.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Bdi, Change, Tkf } from '../ui/figures.tsx';
import { Shape } from '../ui/Mark.tsx';

/** Final equity and return: formatted texts, and the exact percent that decides colour and triangle. */
export type Worth = { equity: string; change: { value: string; text: string } };

/** The traders who share one of the first three places. */
export type PodiumStep = Worth & {
  place: number;
  /** `logo`: id of an item of the shop; null without one. */
  traders: readonly { username: string; logo: string | null; isSimulated: boolean }[];
  /** The number of traders who are not listed. */
  more: number;
  /** The prize of each trader on the step; null without one. */
  prize: string | null;
};

export type OwnFinish = Worth & {
  place: { n: number; text: string };
  /** The number of the reader's row in the final table, from 1. */
  rowNumber: number;
  /** The p of "top p %", from `topPercent` of core/leaderboard. */
  topPercent: number;
  rank: Rank;
  /**
   * `xp`: XP earned, as text. `levels`: how many levels the trader reached with it. `tkf`: the TKF paid for these
   * levels.
   */
  earned: { xp: string; levels: number; tkf: number };
  /**
   * `best`: the best closed trade in dollars, decimal string; null without a closed trade. `wins`, `count`: numbers of
   * closed trades.
   */
  best: string | null;
  wins: number;
  count: number;
  /**
   * The prize; null without one. It is provisional until the winners are confirmed, then offered until the trader
   * answers.
   */
  prize: { amount: string; state: 'provisional' | 'offered' | 'answered' } | null;
};

export type SeasonOverView = {
  /** Null for visitors and for readers without a place. */
  finish: OwnFinish | null;
  traders: string;
  /** Best first, at most three; empty when nobody traded. */
  steps: readonly PodiumStep[];
};

/** The results of a season: the reader's place or else the winners, and the podium. Nothing when nobody traded. */
export function SeasonOver({ finish, traders, steps }: SeasonOverView) {
  const [first] = steps;
  if (!first) return null;
  return (
    <div className="season-over">
      {finish ? <FinishTicket finish={finish} traders={traders} /> : <Winner step={first} />}
      <Podium steps={steps} />
    </div>
  );
}

/** A ticket: the reader's place or the winners, with figures on the stub. */
function Ticket({ label, children, stub }: { label: string; children: ReactNode; stub: ReactNode }) {
  return (
    <section className="ticket cut-20" aria-labelledby="finish">
      <div>
        <div className="ticket-art" aria-hidden="true">
          <Shape kind="circle" className="h-full w-full" stroke="var(--tkf)" />
        </div>
        <h2 id="finish" className="text-paper-3">
          {label}
        </h2>
        {children}
      </div>
      <dl className="torn">{stub}</dl>
    </section>
  );
}

function FinishTicket({ finish, traders }: { finish: OwnFinish; traders: string }) {
  const t = useT();
  const { place, topPercent, rank, best, wins, count, prize } = finish;
  return (
    <Ticket
      label={t('seasons:youFinished')}
      stub={
        <>
          <WorthFact {...finish} />
          <Fact label={t('trader:best')}>
            {best === null ? '—' : <Change value={best} text={formatPnl(best)} />}
          </Fact>
          <Fact label={t('page:closed')}>
            <Bdi>{count}</Bdi>
            {count > 0 && (
              <span className="block text-caption font-400 text-paper-3">
                {t('page:won', { wins, lost: count - wins })}
              </span>
            )}
          </Fact>
          <Earned {...finish.earned} />
        </>
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-3.5">
        <bdi className={`text-price ${place.n <= 3 ? 'text-tkf' : ''}`}>{place.text}</bdi>
        <span className="text-paper-2">{t('competition:placeOf', { total: traders })}</span>
      </p>
      <p className={`flex items-center gap-1.5 font-600 ${RANK_TEXT[rank]}`}>
        <RankLetter rank={rank} />
        <bdi>{t(`ranks:name_${rank}`)}</bdi>
        <span className="font-400 text-paper-2">· {t('seasons:top', { percent: topPercent })}</span>
      </p>
      {prize && (
        <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <span>
            {t('seasons:prizeWon')} <Bdi className="text-h2 text-tkf">{prize.amount}</Bdi>
          </span>
          {prize.state !== 'provisional' && (
            <a
              className={`btn min-h-11 ${prize.state === 'offered' ? 'btn-primary' : 'btn-secondary'}`}
              href="/prize"
            >
              {t(prize.state === 'offered' ? 'prizes:claim' : 'prizes:mine')}
            </a>
          )}
        </p>
      )}
    </Ticket>
  );
}

/** The TKF for new levels, or the XP without a new level. */
function Earned({ xp, levels, tkf }: OwnFinish['earned']) {
  const t = useT();
  return (
    <Fact label={t('seasons:earned')}>
      {levels === 0 ? (
        <Bdi>{xp} XP</Bdi>
      ) : (
        <>
          <Tkf amount={tkf} look="text-size-body" />
          <span className="block text-caption font-400 text-paper-3">
            <Bdi>{xp} XP</Bdi> · {t('seasons:levels', { count: levels })}
          </span>
        </>
      )}
    </Fact>
  );
}

function Winner({ step }: { step: PodiumStep }) {
  const t = useT();
  return (
    <Ticket
      label={t('seasons:winner', { count: step.traders.length + step.more })}
      stub={
        <>
          <WorthFact {...step} />
          {step.prize && (
            <Fact label={t('seasons:prizeWon')}>
              <Bdi className="text-tkf">{step.prize}</Bdi>
            </Fact>
          )}
        </>
      }
    >
      <p className="season-winner">
        <Names step={step} />
      </p>
    </Ticket>
  );
}

const WorthFact = ({ equity, change }: Worth) => (
  <Fact label={useT()('seasons:portfolio')}>
    <Bdi>{equity}</Bdi>
    <span className="block text-size-small">
      <Change {...change} />
    </span>
  </Fact>
);

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-caption text-paper-3">{label}</dt>
    <dd className="font-600">{children}</dd>
  </div>
);

function Names({ step: { traders, more } }: { step: PodiumStep }) {
  return (
    <>
      {traders.map(({ username, isSimulated }) => (
        <span key={username} className="min-w-0 [overflow-wrap:anywhere]">
          <Username name={username} /> {isSimulated && <SimMark />}
        </span>
      ))}
      {more > 0 && (
        <span>
          <Bdi>+{more}</Bdi>
        </span>
      )}
    </>
  );
}

/** The first three places; traders who share a place share a step. */
function Podium({ steps }: { steps: readonly PodiumStep[] }) {
  const t = useT();
  return (
    <section className="card podium-steps" aria-label={t('seasons:winners')}>
      <ol>
        {steps.map((step) => (
          <li key={step.place} data-place={step.place}>
            <p className="flex justify-center gap-1">
              {step.traders.map(({ username, logo }) => (
                <Avatar
                  key={username}
                  username={username}
                  logoUrl={pictureOf(logo)}
                  size={step.traders.length > 1 ? 44 : step.place === 1 ? 68 : 56}
                />
              ))}
            </p>
            <p className="mt-2 grid font-600">
              <Names step={step} />
            </p>
            <Change {...step.change} className="text-size-small" />
            <p className="podium-step">
              <Bdi>{step.place}</Bdi>
              {step.prize && <Bdi className="text-size-body">{step.prize}</Bdi>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The positions in a name where a line may break: after a separator, and between a small letter and a capital. */
const BETWEEN_WORDS = /(?<=[_-])(?=[^_-])|(?<=\p{Ll})(?=\p{Lu})/u;

function Username({ name }: { name: string }) {
  return (
    <bdi>
      {name.split(BETWEEN_WORDS).map((word, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words of one name never change places
        <Fragment key={i}>
          {i > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </bdi>
  );
}
