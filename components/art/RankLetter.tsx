import { RANK_STROKES } from '#art/rank.ts';
import type { Rank } from '#core/leaderboard/rank.ts';

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
