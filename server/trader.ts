/** What the leaderboard's dialog tells about a trader. */
import { fail } from '#core/errors.ts';
import type { RankData } from '#core/ranks.ts';
import { usernameKey } from '#core/username.ts';
import type { SessionUser } from '#core/visitor.ts';
import type { WireProfile } from '#core/wire/account.ts';
import type { TradeRow } from '#core/wire/portfolio.ts';
import { findTrader, lastResults, maxDrawdown } from '#db/queries/traders.ts';
import { type TradeStats, tradeStats } from '#db/queries/trades.ts';
import { tradesSeenBy } from './portfolio.ts';
import { readRank } from './ranks.ts';
import type { Services } from './services.ts';

export const TRADER_TABS = ['stats', 'history', 'profile'] as const;
export type TraderTab = (typeof TRADER_TABS)[number];

export type TraderCard = {
  userId: number;
  username: string;
  /** null: not ranked yet, or an admin. */
  place: number | null;
  rank: RankData;
  profile: WireProfile;
  stats: (TradeStats & { last: string[]; drawdown: string }) | null;
  /** Open positions first, then closed trades, newest first; `hidden`: the rules keep the open ones from the viewer. */
  trades: { rows: TradeRow[]; hidden: boolean } | null;
};

/** Bars of the win and loss strip. */
const BARS = 42;

/** Reads what the tab shows `viewer`. @throws UNKNOWN_TRADER */
export async function traderCard(
  services: Pick<Services, 'sql' | 'market' | 'standings' | 'seasons' | 'accounts'>,
  name: string,
  tab: TraderTab,
  viewer: SessionUser,
): Promise<TraderCard> {
  const { sql, standings, seasons, accounts } = services;
  const trader = await findTrader(sql, usernameKey(name));
  if (!trader) throw fail('UNKNOWN_TRADER');
  const { id, username } = trader;
  const seasonId = seasons.current()?.id ?? 0;
  const [row, rank, profile, stats, trades] = await Promise.all([
    standings.mine(id),
    readRank(services, id),
    accounts.profile(id),
    tab === 'stats' ? readStats(services, id, seasonId) : null,
    tab === 'history' ? tradesSeenBy(viewer, services, id) : null,
  ]);
  return { userId: id, username, place: row?.place ?? null, rank, profile, stats, trades };
}

async function readStats({ sql }: Pick<Services, 'sql'>, userId: number, seasonId: number) {
  const [stats, last, drawdown] = await Promise.all([
    tradeStats(sql, userId, seasonId),
    lastResults(sql, userId, seasonId, BARS),
    maxDrawdown(sql, userId, seasonId),
  ]);
  return { ...stats, last, drawdown };
}
