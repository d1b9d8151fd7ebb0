/** Reads the data of the dock: positions, working orders, and the history of fills and final orders. */
import type { DockView, PastRow } from '#components/trading/dock-view.ts';
import { wireOrder } from '#core/contract/orders.ts';
import { ENTRY_DIGITS, plainDecimal, QUANTITY_DIGITS, writeCents, writeCost } from '#core/money/money.ts';
import { add, cents } from '#core/money/units.ts';
import type { WorkingOrder } from '#core/orders/order.ts';
import type { Game } from '#core/season/game.ts';
import type { DockState, DockTab } from '#core/trading/dock.ts';
import { type Holding, writeHoldings } from '#core/trading/holding-text.ts';
import type { Stake } from '#core/trading/pnl.ts';
import type { Item } from '#core/trading/portfolio.ts';
import { listOrders, type OrderRow } from '#db/queries/orders/read.ts';
import { type HoldingsAndOrders, readHoldingsAndOrders } from '#db/queries/trading/portfolio.ts';
import { type HistoryFillRow, recentFills } from '#db/queries/trading/trades.ts';
import type { Services } from '../services.ts';
import type { GameView } from './game-view.ts';
import { type AccountView, valueHoldings } from './portfolio.ts';

const MAX_PAST = 50;

type PastOrder =
  | { kind: 'fill'; at: Date; fill: HistoryFillRow }
  | { kind: 'end'; at: Date; order: OrderRow };

export type DockData = {
  /** Null without an account in the game. */
  account: AccountView | null;
  /** Working orders, each followed by its children. */
  orders: WorkingOrder[];
  /** Newest first; null unless its tab is shown. */
  past: PastOrder[] | null;
};

type Deps = Pick<Services, 'sql' | 'market'>;

/** Reads the data of `tab`. @param read holdings and orders of the trader in `game`, if the caller reads them */
export async function readDock(
  deps: Deps,
  { userId, game, tab }: { userId: number; game: Game; tab: DockTab },
  read: Promise<HoldingsAndOrders | null> = readHoldingsAndOrders(deps.sql, userId, game),
): Promise<DockData> {
  const { holdings = null, orders = [] } = (await read) ?? {};
  const [account, past] = await Promise.all([
    valueHoldings(deps, holdings),
    holdings && tab === 'history' ? readPast(deps, userId, holdings.seasonId) : null,
  ]);
  return { account, orders, past: tab === 'history' ? (past ?? []) : null };
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

type Where = Pick<DockView, 'place' | 'symbol' | 'refused'> & {
  game: Pick<GameView, 'game' | 'isOpen' | 'isLongOnly' | 'needsReason'>;
  state: DockState;
  userId: number;
  url: URL;
};

/** Returns the props of the dock. @param url address of the page, to which its forms return */
export function dockView(
  { account, orders, past }: DockData,
  { game: { game, isOpen, isLongOnly, needsReason }, place, symbol, refused, state, userId, url }: Where,
): DockView {
  const items = account?.items ?? [];
  return {
    ...state,
    game,
    place,
    symbol,
    refused,
    userId,
    canTrade: isOpen,
    isLongOnly,
    needsReason,
    key: crypto.randomUUID(),
    here: `${url.pathname}${url.search}#dock`,
    positions: items.map((item) => ({ ...item, live: writeHoldings(holdingOf(item)) })),
    unrealised: account?.unrealised ?? cents(0n),
    worth: account ? add(account.longValue, account.shortValue) : cents(0n),
    orders: orders.map((order) => wireOrder(order, null)),
    past: past?.map(pastRow) ?? null,
  };
}

export const holdingOf = ({
  symbol,
  isShort,
  quantity,
  entry,
  cost,
  exactCost,
}: Pick<Item, 'symbol' | keyof Stake>): Holding => ({
  symbol,
  side: isShort ? 'short' : 'long',
  quantity: plainDecimal(quantity, QUANTITY_DIGITS),
  entry: plainDecimal(entry, ENTRY_DIGITS),
  cost: writeCents(cost),
  exactCost: exactCost === null ? '' : writeCost(exactCost),
});

function pastRow(past: PastOrder): PastRow {
  if (past.kind === 'end') {
    const { id, symbol, action, type, quantity, status, reason } = wireOrder(past.order.order, null);
    const order = { key: id, at: past.at, symbol, action, type, quantity, status, reason };
    return { ...order, price: null, pnl: null, orderReason: null };
  }
  const { id, symbol, action, type, quantity, price, pnl, reason, orderReason, at } = past.fill;
  return {
    key: String(id),
    at,
    symbol,
    action,
    type: type ?? 'market',
    quantity,
    price,
    pnl,
    reason,
    orderReason,
    status: 'filled',
  };
}
