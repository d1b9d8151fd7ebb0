/** The props of the dock. */
import type { DockView, PastRow } from '#components/trading/dock-view.ts';
import { canTrade } from '#core/account/permissions.ts';
import { wireOrder } from '#core/contract/orders.ts';
import { portfolioItem } from '#core/contract/positions.ts';
import { ENTRY_DIGITS, plainDecimal, QUANTITY_DIGITS, writeCents, writeCost } from '#core/money/money.ts';
import { add, cents } from '#core/money/units.ts';
import type { DockState } from '#core/trading/dock.ts';
import { type Holding, writeHoldings } from '#core/trading/holding-text.ts';
import type { Stake } from '#core/trading/pnl.ts';
import type { Item } from '#core/trading/portfolio.ts';
import type { Services } from '../services.ts';
import type { DockData, PastOrder } from './dock.ts';
import type { Trader } from './trading.ts';

type Where = Pick<DockView, 'place' | 'symbol' | 'refused'> & { state: DockState; user: Trader; url: URL };

/** @param url of the page, where its forms lead back to */
export function dockView(
  { account, orders, past }: DockData,
  { place, symbol, refused, state, user, url }: Where,
  seasons: Pick<Services['seasons'], 'active'>,
): DockView {
  const items = account?.items ?? [];
  return {
    ...{ ...state, place, symbol, refused },
    userId: user.id,
    canTrade: canTrade(user, seasons.active()),
    key: crypto.randomUUID(),
    here: `${url.pathname}${url.search}#dock`,
    positions: items.map((item) => ({ ...portfolioItem(item), live: writeHoldings(holdingOf(item)) })),
    unrealised: writeCents(account?.unrealised ?? cents(0n)),
    worth: writeCents(account ? add(account.longValue, account.shortValue) : cents(0n)),
    orders: orders.map(({ order, fill }) => wireOrder(order, fill)),
    past: past?.map(pastRow) ?? null,
  };
}

/** An open position, as a page's scripts get it. */
export const holdingOf = ({
  symbol,
  isShort,
  quantity,
  entry,
  cost,
  exactCost,
}: Pick<Item, 'symbol' | keyof Stake>): Holding => ({
  ...{ symbol, side: isShort ? 'short' : 'long' },
  quantity: plainDecimal(quantity, QUANTITY_DIGITS),
  entry: plainDecimal(entry, ENTRY_DIGITS),
  cost: writeCents(cost),
  exactCost: exactCost === null ? '' : writeCost(exactCost),
});

function pastRow(past: PastOrder): PastRow {
  if (past.kind === 'end') {
    const { id, symbol, action, type, quantity, status, reason } = wireOrder(past.order.order, null);
    return { key: id, at: past.at, symbol, action, type, quantity, price: null, pnl: null, status, reason };
  }
  const { id, symbol, action, type, quantity, price, pnl, reason, at } = past.fill;
  return {
    ...{ key: String(id), at, symbol, action, type: type ?? 'market', quantity, price, pnl, reason },
    status: 'filled',
  };
}
