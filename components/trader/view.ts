import type { EquityCurves } from '#core/leaderboard/equity.ts';
import type { RankData } from '#core/leaderboard/rank.ts';
import type { CatalogueItem } from '#core/shop/catalogue.ts';
import type { Outfit } from './Who.tsx';

type Figure = { value: string; text: string };

/** The data of a trader's page: names, counts and finished texts. */
export type TraderPageView = {
  username: string;
  /** The reader's own page. */
  isOwn: boolean;
  isSimulated: boolean;
  /** A member of the community. */
  isMember: boolean;
  outfit: Outfit;
  rank: RankData;
  level: number;
  /** Why they were disqualified from the newest season; null otherwise. */
  disqualified: string | null;
  /** Share of the ranked traders down to their place, rounded up; null for the lowest rank or no place. */
  topPercent: number | null;
  /** When they joined. */
  since: string;
  /** The newest season; null before the first one. */
  season: {
    number: number;
    isOver: boolean;
    /** The prize pool; null in a season that is not for prizes. */
    prize: string | null;
    place: { n: number; text: string } | null;
    traders: string;
    equity: string | null;
    change: Figure | null;
    percent: Figure | null;
  } | null;
  /** Everyone's at the start. */
  startCash: string;
  /** Over closed trades of the newest season; `drawdown` null while the rules hide it. */
  figures: {
    count: number;
    wins: number;
    rate: string | null;
    best: string | null;
    average: string | null;
    drawdown: string | null;
  } | null;
  /** Null before the season has started, and where the rules hide them. */
  curves: EquityCurves | null;
  /** Null where the rules hide them. */
  open: readonly { symbol: string; type: 'long' | 'short'; date: string; change: Figure | null }[] | null;
  /** Where the prices are from. */
  source: string;
  past: readonly {
    number: number;
    place: number | null;
    placeText: string | null;
    total: string;
    change: Figure;
    prize: string | null;
    /** The winners are not confirmed yet. */
    isProvisional: boolean;
  }[];
  badges: { owned: readonly CatalogueItem[]; all: number };
};
