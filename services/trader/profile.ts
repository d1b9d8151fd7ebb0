/** The data of /profile: the reader's profile and the contents of the open tab. */
import { type ProfileTab, RECENT_TRADES, TRADES_PAGE, type TradeShow } from '#core/account/profile.ts';
import type { WireProfile } from '#core/contract/account.ts';
import type { SeasonChoice } from '#core/contract/fields.ts';
import { type ListAnchor, type ListEnds, pageAmong, readBeside } from '#core/contract/list-page.ts';
import { clampPage } from '#core/contract/pages.ts';
import type { TradeRow } from '#core/contract/positions.ts';
import type { RankData } from '#core/leaderboard/rank.ts';
import type { Cents } from '#core/money/units.ts';
import { AppError } from '#core/refusals/refusals.ts';
import type { TradeStats } from '#core/trading/pnl.ts';
import type { Sql } from '#db/client.ts';
import { registeredAt } from '#db/queries/account/users.ts';
import { closedTrades, countBeside, type TradeSeasons, tradeStats } from '#db/queries/trading/trades.ts';
import { chooseSeasons, type SeasonChoices } from '../season/choice.ts';
import type { Services } from '../services.ts';
import { closedRow, openRows, viewAccount } from '../trading/portfolio.ts';
import { readRank } from './rank.ts';

export type ProfileOverview = {
  kind: 'overview';
  cash: Cents;
  equity: Cents;
  stats: TradeStats;
  recent: TradeRow[];
  /** When the trader could first trade in the chosen seasons; null for a past season and before the start. */
  since: Date | null;
  seasons: SeasonChoices;
  symbols: string[];
};
export type ClosedPart = {
  kind: 'closed';
  rows: TradeRow[];
  page: number;
  pages: number;
  ends: ListEnds;
  seasons: SeasonChoices;
};
export type OpenPart = { kind: 'open'; rows: TradeRow[] };

export type ProfileData = {
  profile: WireProfile;
  rank: RankData;
  /** Minutes that a position must be held to earn XP in this season; 0 for none. */
  holdMinutes: number;
  /** Null on the tabs of items, whose contents `profile` has. */
  part: ProfileOverview | ClosedPart | OpenPart | null;
};

type Parts = Pick<Services, 'sql' | 'market' | 'leaderboard' | 'seasons' | 'accounts'>;
export type ProfileView = {
  tab: ProfileTab;
  show: TradeShow;
  page: string | undefined;
  /** The page of closed trades begins next to this row; takes precedence over `page`. */
  anchor: ListAnchor;
  season: SeasonChoice | undefined;
};

/** @returns null when the user has no profile */
export async function readProfile(
  services: Parts,
  userId: number,
  view: ProfileView,
): Promise<ProfileData | null> {
  try {
    const [profile, rank, part] = await Promise.all([
      services.accounts.profile(userId),
      readRank(services, userId, { id: userId, isAdmin: false }),
      readPart(services, userId, view),
    ]);
    const { seasons } = services;
    const { minHoldMinutes } = (seasons.current() ?? seasons.details()).rules;
    return { profile, rank, holdMinutes: minHoldMinutes, part };
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNKNOWN_TRADER') return null;
    throw error;
  }
}

async function readPart(services: Parts, userId: number, { tab, show, page, anchor, season }: ProfileView) {
  if (tab !== 'overview' && tab !== 'trades') return null;
  if (tab === 'trades' && show === 'open') return await readOpen(services, userId);
  const { chosen, choices } = await chooseSeasons(services, userId, season);
  return tab === 'overview'
    ? await readOverview(services, userId, chosen, choices)
    : await readClosed(services, userId, { chosen, choices, page, anchor });
}

/**
 * Returns when the trader could first trade: the later of registration and season start, or the registration for all
 * seasons. Null for a past season and before the start.
 */
async function tradingSince({ sql, seasons }: Parts, userId: number, { choice }: SeasonChoices) {
  if (choice !== undefined && choice !== 'all') return null;
  const registered = await registeredAt(sql, userId);
  const started = seasons.current()?.startedAt ?? null;
  if (choice === 'all' || !registered || !started) return choice === 'all' ? registered : started;
  return new Date(Math.max(registered.getTime(), started.getTime()));
}

async function readOverview(
  services: Parts,
  userId: number,
  chosen: TradeSeasons,
  seasons: SeasonChoices,
): Promise<ProfileOverview> {
  const { sql } = services;
  const [account, stats, recent, since] = await Promise.all([
    viewAccount(services, userId),
    tradeStats(sql, userId, chosen),
    closedTrades(sql, userId, chosen, RECENT_TRADES),
    tradingSince(services, userId, seasons),
  ]);
  return {
    kind: 'overview',
    cash: account?.cash ?? 0n,
    equity: account?.equity ?? 0n,
    stats,
    recent: recent.map(closedRow),
    since,
    seasons,
    symbols: account?.items.map((item) => item.symbol) ?? [],
  };
}

type ClosedView = Pick<ProfileView, 'page' | 'anchor'> & { chosen: TradeSeasons; choices: SeasonChoices };

async function readClosed({ sql }: Parts, userId: number, view: ClosedView): Promise<ClosedPart> {
  const { chosen, choices } = view;
  const rows = await closedPage(sql, userId, view);
  const [first, last] = [rows[0]?.id ?? null, rows.at(-1)?.id ?? null];
  const beside =
    first !== null && last !== null ? await countBeside(sql, userId, chosen, { first, last }) : null;
  const pages = pageAmong(beside ?? { newer: 0, older: 0 }, TRADES_PAGE);
  return { kind: 'closed', seasons: choices, rows: rows.map(closedRow), ends: { first, last }, ...pages };
}

/** Returns the page of closed trades beside the anchor's row, or page number `page`. */
function closedPage(sql: Sql, userId: number, { chosen, page, anchor }: ClosedView) {
  const read = (place: ListAnchor & { offset?: number }) =>
    closedTrades(sql, userId, chosen, TRADES_PAGE, place);
  return readBeside(anchor, TRADES_PAGE, read, async () => {
    const { count } = await tradeStats(sql, userId, chosen);
    const clamped = clampPage(page, TRADES_PAGE, count);
    return await read({ offset: (clamped.page - 1) * TRADES_PAGE });
  });
}

async function readOpen(services: Parts, userId: number): Promise<OpenPart> {
  const account = await viewAccount(services, userId);
  return { kind: 'open', rows: account ? openRows(account) : [] };
}
