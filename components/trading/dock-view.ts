import type { WireOrder } from '#core/contract/orders.ts';
import type { PortfolioItem } from '#core/contract/positions.ts';
import { type DockState, MOST_ROWS } from '#core/trading/dock.ts';

/** A row of the history. Decimals are strings. */
export type PastRow = {
  key: string;
  at: Date;
  symbol: string;
  action: WireOrder['action'];
  type: WireOrder['type'];
  quantity: string | null;
  /** Of its fill; null for an order that ended without one. */
  price: string | null;
  pnl: string | null;
  status: WireOrder['status'];
  /** Why it ended so: of a cancellation, a forced close, or the code of a refusal. */
  reason: string | null;
};

/** An open position; `live` is what its live figures are worked out from (core/trading/holding-text.ts). */
export type DockPosition = PortfolioItem & { live: string };

export type DockView = DockState & {
  /** On the trading page it takes room from the chart, on its own page it has all it needs. */
  place: 'chart' | 'page';
  userId: number;
  /** Orders are taken now, and the chart is open. */
  canTrade: boolean;
  /** Beginning of the Idempotency-Keys of its forms. */
  key: string;
  /** The dock's address on its page, where its forms lead back to. */
  here: string;
  /** What a refused form without a script was filled with, and the fields that were wrong. */
  refused?: { values: Readonly<Record<string, string>>; issues: Readonly<Record<string, string>> };
  /** Ticker of the chart above. */
  symbol: string | null;
  positions: readonly DockPosition[];
  /** Dollars, decimal strings: P&L and worth of what is open. */
  unrealised: string;
  worth: string;
  /** Live ones, each followed by what it brings. */
  orders: readonly WireOrder[];
  /** Null unless its tab is open. */
  past: readonly PastRow[] | null;
};

/**
 * Returns the rows of a list that are drawn: the first MOST_ROWS, unless all are asked for.
 * @param isNear rows that are shown wherever they stand
 */
export const firstRows = <Row>(
  { isWhole }: Pick<DockView, 'isWhole'>,
  rows: readonly Row[],
  isNear: (row: Row) => boolean = () => false,
): readonly Row[] => (isWhole ? rows : rows.filter((row, index) => index < MOST_ROWS || isNear(row)));
