import type { EquityCurves } from '#core/leaderboard/equity.ts';
import type { RankData } from '#core/leaderboard/rank.ts';
import type { CatalogueItem } from '#core/shop/catalogue.ts';
import type { Outfit } from './Who.tsx';

type Figure = { value: string; text: string };

/** The data of a trader's page: names, counts and formatted texts. */
export type TraderPageView = {
  username: string;
  isOwn: boolean;
  isSimulated: boolean;
  /** True for a member of the community. */
  isMember: boolean;
  outfit: Outfit;
  rank: RankData;
  level: number;
  /** Why the trader was disqualified from the newest season; null otherwise. */
  disqualified: string | null;
  /** p of "top p %" (core/leaderboard/rank.ts); null in the lowest rank and without a place. */
  topPercent: number | null;
  since: string;
  /** The newest season; null before the first one. */
  season: {
    number: number;
    isOver: boolean;
    /** The prize pool; null in a season without prizes. */
    prize: string | null;
    place: { n: number; text: string } | null;
    traders: string;
    equity: string | null;
    change: Figure | null;
    percent: Figure | null;
  } | null;
  startCash: string;
  /** Figures over closed trades of the newest season. `drawdown` is null while the rules hide it. */
  figures: {
    count: number;
    wins: number;
    rate: string | null;
    best: string | null;
    average: string | null;
    drawdown: string | null;
  } | null;
  /** The curves of the value; null before the season has started, and while the rules hide them from the reader. */
  curves: EquityCurves | null;
  /** The open positions; null while the rules hide them. */
  open: readonly { symbol: string; type: 'long' | 'short'; date: string; change: Figure | null }[] | null;
  source: string;
  past: readonly {
    number: number;
    place: number | null;
    placeText: string | null;
    total: string;
    change: Figure;
    prize: string | null;
    /** True while the winners are not confirmed. */
    isProvisional: boolean;
  }[];
  badges: { owned: readonly CatalogueItem[]; all: number };
};
