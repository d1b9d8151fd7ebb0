/** The data of the leaderboard's dialog about a trader. */
import { usernameKey } from '#core/account/username.ts';
import type { OthersProfile } from '#core/contract/account.ts';
import type { SeasonChoice } from '#core/contract/fields.ts';
import type { TradeRow } from '#core/contract/positions.ts';
import { type EquityCurves, type EquityPoint, fallTo, thinned } from '#core/leaderboard/equity.ts';
import { RANK_BAND, type RankData, rankData } from '#core/leaderboard/rank.ts';
import { writeCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { TradeStats } from '#core/trading/pnl.ts';
import { findTrader, lastResults } from '#db/queries/leaderboard/traders.ts';
import { whyDisqualified } from '#db/queries/season/results.ts';
import { tradeStats } from '#db/queries/trading/trades.ts';
import {
  hidesOthers,
  mayReadTrader,
  profileSeenBy,
  seesFigures,
  slicesSeenBy,
  type Viewer,
} from '../account/privacy.ts';
import { chooseSeasons, type SeasonChoices } from '../season/choice.ts';
import type { Services } from '../services.ts';
import { type AccountView, tradesSeenBy, viewAccount } from '../trading/portfolio.ts';
import { readRank } from './rank.ts';

export const TRADER_TABS = ['stats', 'history', 'profile'] as const;
export type TraderTab = (typeof TRADER_TABS)[number];

export type TraderCard = {
  userId: number;
  username: string;
  /** Null for an admin, and for a trader who is unranked or disqualified. */
  place: number | null;
  rank: RankData;
  /** Why the trader is disqualified in the newest season, or null. */
  disqualified: string | null;
  profile: OthersProfile;
  /** The total in the trader's row, shown in place of hidden cash. Null when the cash is visible, or without a row. */
  total: Cents | null;
  stats: TraderFigures | null;
  /**
   * Open positions, then closed trades, each newest first; null on other tabs and when `isReadable` is false. `hidden`:
   * the viewer may not see the open positions.
   */
  trades: { rows: TradeRow[]; hidden: boolean; seasons: Omit<SeasonChoices, 'newest'> } | null;
  /**
   * False when the viewer may read only the row in the leaderboard: then the card has no figures and trades, and the
   * dialog leaves out level, cash, banner and badge.
   */
  isReadable: boolean;
  hasPage: boolean;
  isSimulated: boolean;
};

/**
 * Figures of the newest season. `drawdown`: of equity, dollars. While open positions are hidden, others get neither
 * drawdown nor curves, and the sums omit slices of open positions.
 */
export type TraderFigures = TradeStats & {
  last: string[];
  drawdown: string | null;
  /** Null before the season has started, and while open positions are hidden from the viewer. */
  curves: EquityCurves | null;
};

const BARS = 42;
const POINTS = 150;

/**
 * Reads the data of a tab for `viewer`.
 * @param season of the trades; default: the newest @throws UNKNOWN_TRADER, NOT_FOUND for a season that does not exist
 */
export async function traderCard(
  services: Pick<Services, 'sql' | 'market' | 'leaderboard' | 'seasons' | 'accounts' | 'equity'>,
  name: string,
  tab: TraderTab,
  viewer: Viewer,
  season?: SeasonChoice,
): Promise<TraderCard> {
  const { sql, leaderboard, seasons, accounts } = services;
  const trader = await findTrader(sql, usernameKey(name));
  if (!trader) throw fail('UNKNOWN_TRADER');
  const { id, username } = trader;
  const seasonId = seasons.current()?.id ?? 0;
  const isReadable = await mayReadTrader(sql, viewer, id);
  const [row, rank, disqualified, profile, stats, trades] = await Promise.all([
    leaderboard.seenBy(viewer).mine(id),
    readRank(services, id, viewer),
    whyDisqualified(sql, seasonId, id),
    accounts.profile(id),
    isReadable && tab === 'stats' ? readStats(services, id, seasonId, viewer) : null,
    isReadable && tab === 'history' ? readTrades(services, id, viewer, season) : null,
  ]);
  return {
    isReadable,
    hasPage: isReadable && !trader.isAdmin,
    isSimulated: trader.isSimulated,
    userId: id,
    username,
    place: row?.place ?? null,
    disqualified,
    stats,
    trades,
    // rank marks reveal XP, which the leaderboard's row does not show
    rank: isReadable ? rank : rankData(rank.rank, RANK_BAND[rank.rank].min),
    profile: await profileSeenBy(services, viewer, profile),
    total: row && !(isReadable && seesFigures(seasons, viewer, id)) ? row.equity : null,
  };
}

async function readTrades(
  services: Pick<Services, 'sql' | 'market' | 'seasons'>,
  userId: number,
  viewer: Viewer,
  season: SeasonChoice | undefined,
): Promise<TraderCard['trades']> {
  const { chosen, choices } = await chooseSeasons(services, userId, season);
  return { ...(await tradesSeenBy(viewer, services, userId, chosen)), seasons: choices };
}

async function readStats(
  { sql, market, equity, seasons }: Pick<Services, 'sql' | 'market' | 'equity' | 'seasons'>,
  userId: number,
  seasonId: number,
  viewer: Viewer,
): Promise<TraderFigures> {
  const slices = slicesSeenBy(seasons, viewer, userId);
  const isHidden = slices !== 'all';
  const [stats, last, history] = await Promise.all([
    tradeStats(sql, userId, seasonId, slices),
    lastResults(sql, userId, seasonId, BARS, slices),
    isHidden
      ? null
      : equityHistory({ sql, equity, seasons }, userId, viewer, viewAccount({ sql, market }, userId)),
  ]);
  return {
    ...stats,
    last,
    curves: history?.curves ?? null,
    drawdown: isHidden ? null : writeCents(history?.drawdown ?? 0n),
  };
}

export type EquityHistory = { course: EquityPoint[]; curves: EquityCurves; drawdown: Cents };

/**
 * Returns a trader's equity over the newest season, with the leader's curve if `viewer` may compare. Null before the
 * season starts. The leader's curve is absent for the leader, and where rules or leader hide it.
 * @param account the present equity, because the curve ends at the newest ranking pass and the drawdown must include
 * later losses
 */
export async function equityHistory(
  { sql, equity, seasons }: Pick<Services, 'sql' | 'equity' | 'seasons'>,
  userId: number,
  viewer: Viewer,
  account: Promise<{ equity: Cents } | null>,
): Promise<EquityHistory | null> {
  const [course, leader, now] = await Promise.all([
    equity.course(userId),
    hidesOthers(seasons, viewer) ? null : equity.leader(),
    account,
  ]);
  if (!course) return null;
  const { points, fall } = course;
  const isComparable =
    leader && leader.userId !== userId && (await mayReadTrader(sql, viewer, leader.userId));
  const other = isComparable && leader;
  return {
    course: points,
    drawdown: (now ? fallTo(fall, now.equity) : fall).deepest,
    curves: {
      own: thinned(points, POINTS),
      leader: other ? { username: other.username, points: thinned(other.points, POINTS) } : null,
    },
  };
}

/** Returns the equity in practice or a private game; null without an account. */
export async function historyBeside(
  { equity }: Pick<Services, 'equity'>,
  userId: number,
  account: Promise<AccountView | null>,
): Promise<EquityHistory | null> {
  const view = await account;
  if (!view) return null;
  const { points, fall } = await equity.besideSeason(userId, view);
  return { course: points, drawdown: fall.deepest, curves: { own: thinned(points, POINTS), leader: null } };
}
