/** What the leaderboard's dialog tells about a trader. */

import { usernameKey } from '#core/account/username.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { fail } from '#core/contract/errors.ts';
import type { OthersProfile } from '#core/contract/schemas/account.ts';
import type { TradeRow } from '#core/contract/schemas/portfolio.ts';
import { type EquityPoint, maxDrawdown, thinned } from '#core/leaderboard/equity.ts';
import type { RankData } from '#core/leaderboard/rank.ts';
import { writeCents } from '#core/money/money.ts';
import { findTrader, lastResults } from '#db/queries/leaderboard/traders.ts';
import { whyDisqualified } from '#db/queries/season/results.ts';
import { type TradeStats, tradeStats } from '#db/queries/trades.ts';
import { readRank } from '../leaderboard/ranks.ts';
import type { Services } from '../services.ts';
import { tradesSeenBy } from '../trading/portfolio.ts';
import { hidesOthers, inDollars, profileSeenBy, seesFigures, type Viewer } from './privacy.ts';

export const TRADER_TABS = ['stats', 'history', 'profile'] as const;
export type TraderTab = (typeof TRADER_TABS)[number];

export type TraderCard = {
  userId: number;
  username: string;
  /** null: not ranked yet, or an admin. */
  place: number | null;
  rank: RankData;
  /** Why they were taken out of the newest season's ranking. */
  disqualified: string | null;
  profile: OthersProfile;
  /** Cents, from the newest ranking pass: what is told instead of the cash; null when the cash is, or without a row. */
  total: bigint | null;
  stats: TraderStats | null;
  /** Open positions first, then closed trades, newest first; `hidden`: the rules keep the open ones from the viewer. */
  trades: { rows: TradeRow[]; hidden: boolean } | null;
};

/**
 * Over the newest season. `drawdown`: of equity, dollars. While the rules hide open positions others have neither
 * drawdown nor curves, and the sums leave the slices of what is still open out.
 */
export type TraderStats = TradeStats & {
  last: string[];
  drawdown: string | null;
  /** Equity over time; null before the season has started. `leader` is null when it is the trader, or nobody leads. */
  curves: { own: EquityPoint[]; leader: { username: string; points: EquityPoint[] } | null } | null;
};

/** Bars of the win and loss strip. */
const BARS = 42;
/** Points of a curve. */
const POINTS = 150;

/** Reads what the tab shows `viewer`. @throws UNKNOWN_TRADER */
export async function traderCard(
  services: Pick<Services, 'sql' | 'market' | 'leaderboard' | 'seasons' | 'accounts' | 'equity'>,
  name: string,
  tab: TraderTab,
  viewer: SessionUser,
): Promise<TraderCard> {
  const { sql, leaderboard, seasons, accounts } = services;
  const trader = await findTrader(sql, usernameKey(name));
  if (!trader) throw fail('UNKNOWN_TRADER');
  const { id, username } = trader;
  const seasonId = seasons.current()?.id ?? 0;
  const [row, rank, disqualified, profile, stats, trades] = await Promise.all([
    leaderboard.mine(id),
    readRank(services, id),
    whyDisqualified(sql, seasonId, id),
    accounts.profile(id),
    tab === 'stats' ? readStats(services, id, seasonId, viewer) : null,
    tab === 'history' ? tradesSeenBy(viewer, services, id) : null,
  ]);
  return {
    ...{ userId: id, username, place: row?.place ?? null, rank, disqualified, stats, trades },
    profile: profileSeenBy(seasons, viewer, profile),
    total: row && !seesFigures(seasons, viewer, id) ? inDollars(row.equity) : null,
  };
}

async function readStats(
  { sql, equity, seasons }: Pick<Services, 'sql' | 'equity' | 'seasons'>,
  userId: number,
  seasonId: number,
  viewer: Viewer,
): Promise<TraderStats> {
  const isHidden = !seesFigures(seasons, viewer, userId);
  const slices = isHidden ? 'of closed positions' : 'all';
  const [stats, last, course, leader] = await Promise.all([
    tradeStats(sql, userId, seasonId, slices),
    lastResults(sql, userId, seasonId, BARS, slices),
    isHidden ? [] : equity.course(userId),
    hidesOthers(seasons, viewer) ? null : equity.leader(),
  ]);
  const other = leader && leader.userId !== userId && leader;
  return {
    ...{ ...stats, last, drawdown: isHidden ? null : writeCents(maxDrawdown(course)) },
    curves:
      course.length === 0
        ? null
        : {
            own: thinned(course, POINTS),
            leader: other ? { username: other.username, points: thinned(other.points, POINTS) } : null,
          },
  };
}
