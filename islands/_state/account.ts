import type { Answer } from '#core/contract/call.ts';
import {
  CENT_DIGITS,
  readEntry,
  readQuantity,
  worthAtEntry,
  writeCost,
  writeDecimal,
} from '#core/money/money.ts';
import type { Holding } from '#core/trading/holding-text.ts';
import { sharedSignal } from '#framework/islands/signal.ts';
import { holdingsNow, setHoldings } from '../_live/holdings.ts';
import { pageGame } from './game.ts';
import { refetch } from './queries.ts';

/** The signed-in trader's money, shared by the islands of a page. All figures come from the server. */

export type Account = {
  /** Dollars, decimal string. */
  cash: string;
  /** The part of the cash that working orders reserve. */
  held?: string;
  positions: readonly Holding[];
};

export const account = sharedSignal<Account>('account', { cash: '0', positions: [] });

export function positionIn(state: Account, symbol: string): Holding | null {
  return state.positions.find((position) => position.symbol === symbol) ?? null;
}

/** Sets the cash from a fill's response, before the profile is fetched again. */
export function setCash(cash: string): void {
  account.value = { ...account.value, cash };
  setHoldings({ ...holdingsNow(), cash });
}

/** Fetches profile and positions again. When one of the two requests fails, the values of that request stay. */
export async function refreshAccount(): Promise<void> {
  const [profile, portfolio] = await Promise.all([
    refetch('GET /api/user-profile', { query: pageGame() }).catch(() => null),
    refetch('GET /api/portfolio', { query: pageGame() }).catch(() => null),
  ]);
  // not `account.value`, which is empty until a panel is awake
  const previous = holdingsNow();
  const next = {
    cash: profile?.balance ?? previous.cash,
    held: profile?.held ?? previous.held,
    positions: portfolio?.map(openPosition) ?? previous.positions,
  };
  account.value = next;
  setHoldings(next);
}

function openPosition({
  symbol,
  type,
  quantity,
  buyPrice,
  value,
  pnl,
}: Answer<'GET /api/portfolio'>[number]): Holding {
  const cost = Math.round((value - (pnl ?? 0)) * 100);
  const held = { quantity: String(quantity), entry: String(buyPrice) };
  return {
    ...held,
    symbol,
    side: type,
    cost: writeDecimal(BigInt(cost), CENT_DIGITS),
    // the average has 8 decimals, so after several buys this is off by less than a cent until the next page
    exactCost: writeCost(worthAtEntry(readEntry(held.entry), readQuantity(held.quantity))),
  };
}
