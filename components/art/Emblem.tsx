import { EMBLEM_SIZE, emblem } from '#art/rank.ts';
import type { Rank } from '#core/leaderboard/rank.ts';

/** A rank's emblem. @param size px */
export function Emblem({ rank, size = 160, className }: { rank: Rank; size?: number; className?: string }) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${EMBLEM_SIZE} ${EMBLEM_SIZE}`}
      width={size}
      height={size}
      role="img"
      aria-label={rank}
      dangerouslySetInnerHTML={{ __html: emblem(rank) }}
    />
  );
}
