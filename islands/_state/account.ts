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
  const [profile, portfolio] = await Promise.all(
    ['/api/user-profile', '/api/portfolio'].map((path) => refetch(path).catch(() => null)),
  );
  const balance = (profile as { balance?: unknown } | null)?.balance;
  account.value = {
    cash: typeof balance === 'string' ? balance : account.value.cash,
    positions: readPositions(portfolio) ?? account.value.positions,
  };
}

/** The open positions in an answer of /api/portfolio; null when it is not one. */
export function readPositions(body: unknown): OpenPosition[] | null {
  if (!Array.isArray(body)) return null;
  return body.flatMap((item: Record<string, unknown>) => {
    const { symbol, type, quantity } = item;
    const entry = type === 'short' ? item.sellPrice : item.buyPrice;
    if (typeof symbol !== 'string' || (type !== 'long' && type !== 'short')) return [];
    return [{ symbol, side: type, quantity: String(quantity), entry: String(entry) }];
  });
}
