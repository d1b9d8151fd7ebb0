import type { RankData } from '#core/leaderboard/rank.ts';
import { formatNumber, formatQuantity } from '#core/locale/format.ts';
import { type Translate, useT } from '#framework/page.tsx';
import { NUMERALS } from '../ui/Marks.tsx';

/** XP within the rank as words: "286 / 385 XP", and no further than its end: "175 / 175 XP, full". */
export function useBand(): (data: Pick<RankData, 'xp' | 'nextMilestone'>) => string {
  const t = useT();
  return ({ xp, nextMilestone }) =>
    xp < nextMilestone
      ? `${formatQuantity(xp)} / ${formatNumber(nextMilestone)} XP`
      : t('ranks:full', { xp: formatNumber(nextMilestone) });
}

/** A rank with its mark, "CAPTAIN III"; alone before the first mark. */
export function useRankName(): (rank: RankData['rank'], mark: number) => string {
  const t = useT();
  return (rank, mark) => rankWords(t, rank, mark);
}

/** The same outside of a page. */
export const rankWords = (t: Translate, rank: RankData['rank'], mark: number): string =>
  [t(`ranks:name_${rank}`), NUMERALS[mark - 1]].filter(Boolean).join(' ');
