import type { Rank } from '#core/leaderboard/rank.ts';

/** Text in a rank's hue. Literal class names, so that the build finds them. */
export const RANK_TEXT: Record<Rank, string> = {
  CADET: 'text-rank-cadet',
  LIEUTENANT: 'text-rank-lieutenant',
  CAPTAIN: 'text-rank-captain',
  COMMANDER: 'text-rank-commander',
  GENERAL: 'text-rank-general',
};
