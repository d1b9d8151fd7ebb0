import type { CSSProperties } from 'react';
import { octagon, points } from '#art/svg.ts';
import {
  markXp,
  nextRank,
  RANK_LOOK,
  RANK_PERCENT,
  RANKS,
  type Rank,
  type RankData,
} from '#core/leaderboard/rank.ts';
import { formatNumber } from '#core/locale/format.ts';
import { useT } from '#framework/page.tsx';
import { Bdi } from '../ui/figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import { SegmentLinks } from '../ui/Links.tsx';
import { Progress10 } from '../ui/Progress10.tsx';
import { Emblem, Marks, NUMERALS, RANK_TEXT, RankLetter, useBand, useRankName } from './rank-parts.tsx';

type Props = {
  data: RankData;
  selected: Rank;
  /** The rank mark to show, 1 to 5; if absent, the highest mark that the reader has in the rank `selected`. */
  level?: number;
};

/** Returns the number of filled rank marks: all in lower ranks, none in higher ones, `miniRank` in the current rank. */
function marksOf(rank: Rank, { rank: current, miniRank }: RankData): number {
  const above = RANKS.indexOf(rank) - RANKS.indexOf(current);
  if (above === 0) return miniRank;
  return above < 0 ? NUMERALS.length : 0;
}

/** /rank-details-page: five ranks as a staircase of links. */
export function RankDetailsPage({ data, selected, level }: Props) {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-288">
      <header className="rank-head">
        <a className="rank-corner" href="/ranking" aria-label={t('ranks:back')}>
          <Icon name="arrow-left" size="size-5" className="rtl:flip-x" />
        </a>
        <h1 className="mt-4 text-h1">{t('ranks:title')}</h1>
        <p className="mt-2 text-paper-2">{t('ranks:lead')}</p>
        <p className="mt-1 text-paper-2">{t('ranks:rule')}</p>
      </header>
      <ol className="stairs">
        {RANKS.map((rank) => (
          <Stair key={rank} rank={rank} data={data} isSelected={rank === selected} />
        ))}
      </ol>
      <Selected rank={selected} mark={level ?? marksOf(selected, data)} data={data} />
    </div>
  );
}

function Stair({ rank, data, isSelected }: { rank: Rank; data: RankData; isSelected: boolean }) {
  const t = useT();
  const above = RANKS.indexOf(rank) > RANKS.indexOf(data.rank);
  const isCurrent = rank === data.rank;
  const { colour, ground } = RANK_LOOK[rank];
  const percent = rank === 'CADET' ? null : RANK_PERCENT[rank];
  const reached = marksOf(rank, data);
  return (
    <li>
      <a
        className={`stair ${RANK_TEXT[rank]} ${isCurrent ? 'stair-current' : ''}`}
        href={`/rank-details-page?rank=${rank}`}
        aria-current={isSelected ? 'true' : undefined}
        style={
          {
            '--hue': above ? 'var(--line-2)' : colour,
            '--ground': ground,
          } as CSSProperties
        }
      >
        <span className="stair-label">{percent !== null && <bdi>{t('ranks:top', { percent })}</bdi>}</span>
        <Emblem rank={rank} size={144} className={above ? 'stair-emblem opacity-60' : 'stair-emblem'} />
        <span className={`stair-name ${above ? 'text-paper-2' : ''}`}>
          <bdi>{t(`ranks:name_${rank}`)}</bdi>
          {isCurrent && <span className="sr-only">{t('ranks:current')}</span>}
        </span>
        <span className="stair-marks">
          <Marks reached={reached} label={t('ranks:marks', { reached, all: NUMERALS.length })} />
        </span>
      </a>
    </li>
  );
}

function Selected({ rank, mark, data }: { rank: Rank; mark: number; data: RankData }) {
  const t = useT();
  const nameOf = useRankName();
  const bandOf = useBand();
  return (
    <section className="mt-7 flex flex-wrap items-center justify-between gap-5" aria-live="polite">
      <div className="flex items-center gap-5">
        <RankLetter rank={rank} className={`h-14 w-14 ${RANK_TEXT[rank]}`} />
        <div>
          <h2 className="text-h2">
            <bdi>{nameOf(rank, mark)}</bdi>
          </h2>
          <p className="mt-1 text-paper-2">{t(`ranks:quote_${rank}`)}</p>
          {mark > 0 && (
            <p className="mt-1 text-caption text-paper-3">
              {t('ranks:markFrom', { xp: formatNumber(markXp(rank, mark)) })}
            </p>
          )}
        </div>
      </div>
      <div className="grid w-full max-w-95 gap-4">
        <SegmentLinks
          label={t('ranks:subLevel')}
          segments={NUMERALS.map((numeral, i) => ({
            href: `/rank-details-page?rank=${rank}&level=${i + 1}`,
            label: numeral,
            current: i + 1 === mark,
          }))}
        />
        {rank === data.rank && (
          <div className={RANK_TEXT[rank]}>
            <p className="mb-2 text-end text-caption text-paper-3">
              <bdi>{bandOf(data)}</bdi>
            </p>
            <Progress10 percent={data.rankProgress * 100} label={t('ranks:progress')} text={bandOf(data)} />
          </div>
        )}
      </div>
    </section>
  );
}

/** /ranking: the reader's rank. Its side panels appear after two seconds (ranking.css). */
export function RankingPage({ data }: { data: RankData }) {
  const t = useT();
  const { rank, rankProgress } = data;
  const percent = rankProgress * 100;
  const reached = useBand()(data);
  return (
    <div className="ranking">
      <PitBackdrop />
      <a className="rank-corner" href="/rank-details-page" aria-label={t('ranks:details')}>
        <Icon name="layers" size="size-5" />
      </a>
      <div className="ranking-top">
        <SubLevel data={data} />
        <div className="text-center">
          <Emblem rank={rank} size={256} className="emblem mx-auto" />
          <h1 className="rank-name mt-5">
            <bdi>{t(`ranks:name_${rank}`)}</bdi>
          </h1>
          <p className="mt-1 text-balance text-lead text-paper-2">{t(`ranks:quote_${rank}`)}</p>
        </div>
        <NextRank data={data} />
      </div>
      <PlaceBar data={data} />
      <section className="mx-auto w-full max-w-160" aria-labelledby="classification">
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="classification" className="text-size-small font-600 tracking-[.04em]">
            <bdi>{t('ranks:classification')}</bdi>
          </h2>
          <bdi className="text-paper-2">{reached}</bdi>
          <Bdi className="font-600 text-xp">{Math.round(percent)}%</Bdi>
        </div>
        <div className="text-xp">
          <Progress10 percent={percent} label={t('ranks:progress')} text={reached} />
        </div>
        <p className="mt-3 text-balance text-center text-size-small text-paper-2">{t('ranks:rule')}</p>
        <p className="mt-3 text-balance text-center text-caption text-paper-3">{t('ranks:disclaimer')}</p>
      </section>
    </div>
  );
}

function PlaceBar({ data: { rank, placesToNext, placeProgress } }: { data: RankData }) {
  const t = useT();
  const next = nextRank(rank);
  const text =
    next === null
      ? t('ranks:highest')
      : placesToNext === null
        ? t('ranks:toFirst')
        : t('ranks:toNext', { count: placesToNext, rank: t(`ranks:name_${next}`) });
  const percent = next === null ? 100 : (placeProgress ?? 0) * 100;
  return (
    <section className="mx-auto w-full max-w-160" aria-label={t('ranks:places')}>
      <p className="mb-3 text-center text-h3">{text}</p>
      <div className={RANK_TEXT[rank]}>
        <Progress10 tall percent={percent} label={t('ranks:places')} text={text} />
      </div>
    </section>
  );
}

function SubLevel({ data: { rank, miniRank } }: { data: RankData }) {
  const t = useT();
  return (
    <aside className="rank-panel xl:text-end" aria-label={t('ranks:subLevel')}>
      <p className="text-caption text-paper-3">{t('ranks:subLevel')}</p>
      <p className="mt-1 text-h2">{t('ranks:of', { reached: NUMERALS[miniRank - 1] ?? '0', all: 'V' })}</p>
      <div
        className={`mt-3 flex justify-center gap-1.25 xl:justify-end ${RANK_TEXT[rank]}`}
        aria-hidden="true"
      >
        {NUMERALS.map((numeral, i) => (
          <span
            key={numeral}
            className={`h-4.5 w-4.5 ${i < miniRank ? 'bg-current' : 'border border-line-3'}`}
          />
        ))}
      </div>
      <p className="mt-4 text-caption text-paper-3">{t('ranks:fiveMarks')}</p>
    </aside>
  );
}

function NextRank({ data: { rank, placesToNext } }: { data: RankData }) {
  const t = useT();
  const next = nextRank(rank);
  if (!next) return <div />;
  return (
    <aside className="rank-panel" aria-label={t('ranks:next')}>
      <p className="text-caption text-paper-3">{t('ranks:next')}</p>
      <p
        className={`mt-1 flex items-center justify-center gap-2 text-h2 xl:justify-start ${RANK_TEXT[next]}`}
      >
        <RankLetter rank={next} className="h-5 w-5" />
        <bdi>{t(`ranks:name_${next}`)}</bdi>
      </p>
      <p className="mt-1 text-paper-2">
        <bdi>{t('ranks:top', { percent: RANK_PERCENT[next] })}</bdi>
      </p>
      <p className="mt-3 text-caption text-paper-3">
        {placesToNext === null
          ? t('ranks:toFirst')
          : t('ranks:toNext', { count: placesToNext, rank: t(`ranks:name_${next}`) })}
      </p>
    </aside>
  );
}

const RINGS = [170, 226, 292, 370, 458, 558, 680];

function PitBackdrop() {
  return (
    <svg className="pit" viewBox="-700 -700 1400 1400" fill="none" stroke="var(--pit)" aria-hidden="true">
      {RINGS.map((radius) => (
        <polygon key={radius} points={points(octagon(0, 0, radius))} />
      ))}
    </svg>
  );
}
