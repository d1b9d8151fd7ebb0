import type { CSSProperties } from 'react';
import { markXp, RANK_LOOK, RANK_PERCENT, RANKS, type Rank, type RankData } from '#core/leaderboard/rank.ts';
import { formatNumber } from '#core/locale/format.ts';
import { useT } from '#framework/page.tsx';
import { Icon } from '../ui/Icon.tsx';
import { SegmentLinks } from '../ui/Links.tsx';
import { Progress10 } from '../ui/Progress10.tsx';
import { Emblem, Marks, NUMERALS, RANK_TEXT, RankLetter, useBand, useRankName } from './rank-parts.tsx';

type Props = {
  data: RankData;
  /** The rank described below the stairs. */
  selected: Rank;
  /** The rank mark to show, 1 to 5; absent: the one the reader has reached. */
  level?: number;
};

/** Returns the rank marks to fill: all of lower ranks, the reached ones of the current rank, none of higher ranks. */
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
