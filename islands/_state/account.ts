import * as at from '#core/contract/addresses.ts';
import type { Answer } from '#core/contract/call.ts';
import { sharedSignal } from '#framework/islands/signal.ts';
import { refetch } from './queries.ts';

/** The signed-in trader's money as the islands of a page share it. All figures come from the server. */

/** An open position. `quantity` and `entry` are exact decimal strings. */
export type OpenPosition = { symbol: string; side: 'long' | 'short'; quantity: string; entry: string };

export type Account = {
  /** Dollars, decimal string. */
  cash: string;
  positions: readonly OpenPosition[];
};

export const account = sharedSignal<Account>('account', { cash: '0', positions: [] });

export function positionIn(state: Account, symbol: string): OpenPosition | null {
  return state.positions.find((position) => position.symbol === symbol) ?? null;
}

/** Cash as the server told it with a fill: at once, before the profile is fetched again. */
export function setCash(cash: string): void {
  account.value = { ...account.value, cash };
}

/** Fetches profile and positions again, after a trade. A failure leaves what is shown. */
export async function refreshAccount(): Promise<void> {
  const [profile, portfolio] = await Promise.all([
    refetch(at.ownProfile, {}).catch(() => null),
    refetch(at.portfolio, {}).catch(() => null),
  ]);
  account.value = {
    cash: profile?.balance ?? account.value.cash,
    positions: portfolio?.map(openPosition) ?? account.value.positions,
  };
}

function openPosition({
  symbol,
  type,
  quantity,
  buyPrice,
}: Answer<typeof at.portfolio>[number]): OpenPosition {
  return { symbol, side: type, quantity: String(quantity), entry: String(buyPrice) };
}
