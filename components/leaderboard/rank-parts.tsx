import { EMBLEM_SIZE, emblem, RANK_STROKES } from '#art/rank.ts';
import type { Rank, RankData } from '#core/leaderboard/rank.ts';
import { formatNumber, formatQuantity } from '#core/locale/format.ts';
import { figureInSentence } from '#core/locale/sentence.ts';
import { type Translate, useT } from '#framework/page.tsx';

/** A rank's Greek letter, in the colour of the text around it. */
export function RankLetter({ rank, className = 'h-4 w-4' }: { rank: Rank; className?: string }) {
  return (
    <svg
      className={`shrink-0 ${className}`}
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="5"
      aria-hidden="true"
    >
      <path d={RANK_STROKES[rank]} />
    </svg>
  );
}

/** A rank's emblem. @param size px */
export function Emblem({ rank, size, className }: { rank: Rank; size: number; className?: string }) {
  const t = useT();
  return (
    <svg
      className={className}
      viewBox={`0 0 ${EMBLEM_SIZE} ${EMBLEM_SIZE}`}
      width={size}
      height={size}
      role="img"
      aria-label={t(`ranks:name_${rank}`)}
      dangerouslySetInnerHTML={{ __html: emblem(rank) }}
    />
  );
}

export const NUMERALS = ['I', 'II', 'III', 'IV', 'V'] as const;

/** The five rank marks of a rank. Reached ones are in the text colour. @param reached 0 to 5 */
export function Marks({ reached, label }: { reached: number; label: string }) {
  return (
    <span className="flex justify-center gap-1.5" role="img" aria-label={label}>
      {NUMERALS.map((numeral, i) => (
        <span key={numeral} className="grid justify-items-center gap-1.5" aria-hidden="true">
          <span className={`h-2.5 w-6.5 ${i < reached ? 'bg-current' : 'bg-ink-4'}`} />
          <span className={`text-micro ${i < reached ? 'text-paper' : 'text-paper-3'}`}>{numeral}</span>
        </span>
      ))}
    </span>
  );
}

/**
 * Returns a function that formats the XP in a rank: "286 / 385 XP", and "175 / 175 XP, full" when the rank's XP is
 * complete.
 */
export function useBand(): (data: Pick<RankData, 'xp' | 'nextMilestone'>) => string {
  const t = useT();
  return ({ xp, nextMilestone }) =>
    xp < nextMilestone
      ? figureInSentence(`${formatQuantity(xp)} / ${formatNumber(nextMilestone)} XP`)
      : t('ranks:full', {
          reached: figureInSentence(`${formatNumber(nextMilestone)} / ${formatNumber(nextMilestone)} XP`),
        });
}

/**
 * Returns a function that formats a rank with its rank mark, "CAPTAIN III". Before the first mark it is the rank alone.
 */
export function useRankName(): (rank: RankData['rank'], mark: number) => string {
  const t = useT();
  return (rank, mark) => rankWords(t, rank, mark);
}

/** Formats a rank with its rank mark, "CAPTAIN III", for code that is not a component and so cannot call a hook. */
export const rankWords = (t: Translate, rank: RankData['rank'], mark: number): string =>
  [t(`ranks:name_${rank}`), NUMERALS[mark - 1]].filter(Boolean).join(' ');

/** Text in a rank's colour. The class names are literals, so that the build finds them. */
export const RANK_TEXT: Record<Rank, string> = {
  CADET: 'text-rank-cadet',
  LIEUTENANT: 'text-rank-lieutenant',
  CAPTAIN: 'text-rank-captain',
  COMMANDER: 'text-rank-commander',
  GENERAL: 'text-rank-general',
};
