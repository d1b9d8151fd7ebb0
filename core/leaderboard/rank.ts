/** The five ranks: their shares of the leaderboard, and a trader's progress inside one by XP (docs/rules/04-leaderboard.md 3-5). */

export const RANKS = ['CADET', 'LIEUTENANT', 'CAPTAIN', 'COMMANDER', 'GENERAL'] as const;
export type Rank = (typeof RANKS)[number];

/** The percentage of the ranked traders, from the top, with this rank or a higher one; the rest are CADET. */
export const RANK_PERCENT: Record<Exclude<Rank, 'CADET'>, number> = {
  LIEUTENANT: 80,
  CAPTAIN: 40,
  COMMANDER: 10,
  GENERAL: 1,
};

/** XP at which a rank's progress bar starts and ends. */
export const RANK_BAND: Record<Rank, { min: number; max: number }> = {
  CADET: { min: 0, max: 25 },
  LIEUTENANT: { min: 25, max: 75 },
  CAPTAIN: { min: 75, max: 175 },
  COMMANDER: { min: 175, max: 385 },
  GENERAL: { min: 385, max: 400 },
};

/** Returns the last place that earns a rank of `percent` among `ranked` traders: ceil(ranked·percent%), in integers. */
export function lastPlace(percent: number, ranked: number): number {
  return Math.floor((ranked * percent + 99) / 100);
}

const LADDER = (['GENERAL', 'COMMANDER', 'CAPTAIN', 'LIEUTENANT'] as const).map((rank) => ({
  rank,
  percent: RANK_PERCENT[rank],
}));

/**
 * Returns the rank of a tie group. The group's last row decides, so that no rank has more traders than its percentage
 * allows, except that place 1 is always GENERAL.
 * @param lastRow row of the group's last trader, 1-based @param ranked number of ranked traders
 */
export function rankOf(place: number, lastRow: number, ranked: number): Rank {
  if (place < 1 || ranked < 1) return 'CADET';
  if (place === 1) return 'GENERAL';
  return LADDER.find(({ percent }) => lastRow <= lastPlace(percent, ranked))?.rank ?? 'CADET';
}

/**
 * Returns p for "top p %", whole percent: the least p whose share of the ranked traders, rounded up, includes the
 * place. The result exceeds the percent of the next better rank: traders who share a place miss that rank when the last
 * of them is too low for it.
 */
export function topPercent({ place, ranked }: RankedPlace, rank: Rank): number {
  const percent = Math.floor((100 * (place - 1)) / ranked) + 1;
  const next = nextRank(rank);
  return next ? Math.max(percent, RANK_PERCENT[next] + 1) : percent;
}

export const RANK_MARKS = 5;

/** The place of a trader among `ranked` traders. */
export type RankedPlace = { place: number; ranked: number };

/**
 * The figures beside a rank on every page. `rankProgress` is 0..1, `miniRank` the number of rank marks reached. `placesToNext`: places
 * to the next rank; null without a next rank or a place.
 */
export type RankData = {
  rank: Rank;
  xp: number;
  nextMilestone: number;
  rankProgress: number;
  miniRank: number;
  placesToNext: number | null;
  /** 0..1: the way from the last place of the rank to the next rank; null whenever `placesToNext` is null. */
  placeProgress: number | null;
};

export const nextRank = (rank: Rank): Exclude<Rank, 'CADET'> | null =>
  LADDER[RANKS.length - 2 - RANKS.indexOf(rank)]?.rank ?? null;

/** Returns the figures of a rank. @param xp total XP, up to 2 decimals @param standing null: not ranked */
export function rankData(rank: Rank, xp: number, standing: RankedPlace | null = null): RankData {
  const { min, max } = RANK_BAND[rank];
  const rankProgress = Math.min(1, Math.max(0, (xp - min) / (max - min)));
  const miniRank = Math.min(RANK_MARKS, Math.ceil(RANK_MARKS * rankProgress));
  return {
    rank,
    xp,
    nextMilestone: max,
    rankProgress,
    miniRank,
    placesToNext: standing && placesTo(nextRank(rank), standing),
    placeProgress: standing && progressTo(rank, standing),
  };
}

/** Returns the progress through the places of a rank towards the next rank, 0..1; null for GENERAL. */
function progressTo(rank: Rank, { place, ranked }: RankedPlace): number | null {
  const next = nextRank(rank);
  if (!next) return null;
  const worst = rank === 'CADET' ? ranked : lastPlace(RANK_PERCENT[rank], ranked);
  const steps = worst + 1 - lastPlace(RANK_PERCENT[next], ranked);
  return Math.min(1, Math.max(0, (worst + 1 - place) / Math.max(1, steps)));
}

/**
 * Returns the places to the next rank; null without a next rank. Never below 1: a trader whose place is good enough
 * lacks the rank while too many traders share that place.
 */
function placesTo(next: ReturnType<typeof nextRank>, { place, ranked }: RankedPlace): number | null {
  return next && Math.max(1, place - lastPlace(RANK_PERCENT[next], ranked));
}

/** Returns the XP above which a rank mark, 1 to 5, is reached. */
export function markXp(rank: Rank, mark: number): number {
  const { min, max } = RANK_BAND[rank];
  return min + ((max - min) * (mark - 1)) / RANK_MARKS;
}

/**
 * The look of a rank. Its name is the text `ranks:name_<RANK>`, its quote `ranks:quote_<RANK>`, its colour the theme's
 * `rank-<rank>`.
 */
export type RankLook = {
  letter: string;
  /** The colour of the letter. */
  colour: string;
  /** The colour of the emblem's background. */
  ground: string;
};

export const RANK_LOOK: Record<Rank, RankLook> = {
  CADET: { letter: 'α', colour: '#aab2c0', ground: '#2b303a' },
  LIEUTENANT: { letter: 'β', colour: '#79b4ff', ground: '#16304f' },
  CAPTAIN: { letter: 'Γ', colour: '#a99bff', ground: '#2a2358' },
  COMMANDER: { letter: 'Δ', colour: '#ff9d66', ground: '#4a2411' },
  GENERAL: { letter: 'Ω', colour: '#f6d77c', ground: '#4a3a0c' },
};
