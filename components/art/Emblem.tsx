import { EMBLEM_SIZE, emblem } from '#art/rank.ts';
import type { Rank } from '#core/leaderboard/rank.ts';
import { useT } from '#framework/page.tsx';

/** A rank's emblem. @param size px */
export function Emblem({ rank, size = 160, className }: { rank: Rank; size?: number; className?: string }) {
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
