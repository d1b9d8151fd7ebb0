/** What /profile shows of its reader: who they are, and the part its tab is about. */

import { type ProfileTab, RECENT_TRADES, TRADES_PAGE, type TradeShow } from '#core/account/profile.ts';
import { AppError } from '#core/contract/errors.ts';
import type { WireProfile } from '#core/contract/schemas/account.ts';
import type { TradeRow } from '#core/contract/schemas/portfolio.ts';
import type { RankData } from '#core/leaderboard/rank.ts';
import { clampPage } from '#core/leaderboard/standing.ts';
import { closedTrades, type TradeStats, tradeStats } from '#db/queries/trades.ts';
import { readRank } from '../leaderboard/ranks.ts';
import type { Services } from '../services.ts';
import { closedRow, openRows, viewAccount } from '../trading/portfolio.ts';

/** Figures of the newest season; money in cents. */
export type Overview = {
  kind: 'overview';
  cash: bigint;
  equity: bigint;
  stats: TradeStats;
  recent: TradeRow[];
  /** When the season began; null before it did. */
  since: Date | null;
  /** Tickers of the open positions, whose prices are in the equity. */
  symbols: string[];
};
export type ClosedPart = { kind: 'closed'; rows: TradeRow[]; page: number; pages: number };
export type OpenPart = { kind: 'open'; rows: TradeRow[] };

export type ProfileData = {
  profile: WireProfile;
  rank: RankData;
  /** What the tab is about; null on the tabs of items, which the profile itself tells about. */
  part: Overview | ClosedPart | OpenPart | null;
};

type Parts = Pick<Services, 'sql' | 'market' | 'leaderboard' | 'seasons' | 'accounts'>;
export type ProfileView = { tab: ProfileTab; show: TradeShow; page: string | undefined };

/** Reads what the tab shows. @returns null when the user has no profile */
export async function readProfile(
  services: Parts,
  userId: number,
  view: ProfileView,
): Promise<ProfileData | null> {
  try {
    const [profile, rank, part] = await Promise.all([
      services.accounts.profile(userId),
      readRank(services, userId),
      readPart(services, userId, view),
    ]);
    return { profile, rank, part };
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNKNOWN_TRADER') return null;
    throw error;
  }
}

async function readPart(services: Parts, userId: number, { tab, show, page }: ProfileView) {
  if (tab === 'overview') return await readOverview(services, userId);
  if (tab !== 'trades') return null;
  return show === 'open' ? await readOpen(services, userId) : await readClosed(services, userId, page);
}

async function readOverview(services: Parts, userId: number): Promise<Overview> {
  const { sql, seasons } = services;
  const season = seasons.current();
  const [account, stats, recent] = await Promise.all([
    viewAccount(services, userId),
    tradeStats(sql, userId, season?.id ?? 0),
    closedTrades(sql, userId, season?.id ?? 0, RECENT_TRADES),
  ]);
  return {
    kind: 'overview',
    cash: account?.cash ?? 0n,
    equity: account?.equity ?? 0n,
    stats,
    recent: recent.map(closedRow),
    since: season?.startedAt ?? null,
    symbols: account?.items.map((item) => item.symbol) ?? [],
  };
}

async function readClosed(
  { sql, seasons }: Parts,
  userId: number,
  page: string | undefined,
): Promise<ClosedPart> {
  const seasonId = seasons.current()?.id ?? 0;
  const { count } = await tradeStats(sql, userId, seasonId);
  const at = clampPage(page, TRADES_PAGE, count);
  const rows = await closedTrades(sql, userId, seasonId, at.limit, { offset: (at.page - 1) * at.limit });
  return {
    kind: 'closed',
    rows: rows.map(closedRow),
    page: at.page,
    pages: Math.max(1, Math.ceil(count / at.limit)),
  };
}

async function readOpen(services: Parts, userId: number): Promise<OpenPart> {
  const account = await viewAccount(services, userId);
  return { kind: 'open', rows: account ? openRows(account) : [] };
}
