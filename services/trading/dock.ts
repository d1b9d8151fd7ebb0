/** What the dock shows of a trader: positions, orders that wait, and what became of the others. */
import type { DockTab } from '#core/trading/dock.ts';
import { listOrders, type OrderRow } from '#db/queries/orders/read.ts';
import { type HistoryFillRow, recentFills } from '#db/queries/trading/trades.ts';
import type { Services } from '../services.ts';
import { type AccountView, viewAccount } from './portfolio.ts';

/** Most live orders a trader may have, and then some. */
const MAX_LIVE = 250;
/** Rows of the history. */
const MAX_PAST = 50;

export type PastOrder =
  | { kind: 'fill'; at: Date; fill: HistoryFillRow }
  | { kind: 'end'; at: Date; order: OrderRow };

export type DockData = {
  /** null: no account in the newest season. */
  account: AccountView | null;
  /** Live ones, each followed by what it brings. */
  orders: OrderRow[];
  /** Newest first; null unless its tab is shown. */
  past: PastOrder[] | null;
};

type Deps = Pick<Services, 'sql' | 'market'>;

/**
 * Reads what `tab` needs; who has no live order costs no query for them.
 * @param own the user's account, for who reads it anyway
 */
export async function readDock(
  deps: Deps,
  userId: number,
  tab: DockTab,
  own = viewAccount(deps, userId),
): Promise<DockData> {
  const account = await own;
  if (!account) return { account, orders: [], past: tab === 'history' ? [] : null };
  const { seasonId, liveOrders } = account;
  const filter = { status: 'live', symbol: null, before: null, limit: MAX_LIVE } as const;
  const [orders, past] = await Promise.all([
    liveOrders > 0 ? listOrders(deps.sql, seasonId, userId, filter) : [],
    tab === 'history' ? readPast(deps, userId, seasonId) : null,
  ]);
  return { account, orders: orders.filter(({ order }) => order.finalAt === null), past };
}

async function readPast({ sql }: Deps, userId: number, seasonId: number): Promise<PastOrder[]> {
  const filter = { status: 'final', symbol: null, before: null, limit: MAX_PAST } as const;
  const [fills, ended] = await Promise.all([
    recentFills(sql, userId, seasonId, MAX_PAST),
    listOrders(sql, seasonId, userId, filter),
  ]);
  const past: PastOrder[] = [
    ...fills.map((fill) => ({ kind: 'fill' as const, at: fill.at, fill })),
    ...ended.flatMap((row) => {
      const { finalAt, status } = row.order;
      return finalAt === null || status === 'filled'
        ? []
        : [{ kind: 'end' as const, at: new Date(finalAt), order: row }];
    }),
  ];
  return past.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, MAX_PAST);
}
