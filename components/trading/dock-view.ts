import type { WireOrder } from '#core/contract/orders.ts';
import type { Cents } from '#core/money/units.ts';
import type { Game } from '#core/season/game.ts';
import { type DockState, MOST_ROWS } from '#core/trading/dock.ts';
import type { Item } from '#core/trading/portfolio.ts';
import type { Translate } from '#framework/page.tsx';

/** A row of the history; numbers are decimal strings. */
export type PastRow = {
  key: string;
  at: Date;
  symbol: string;
  action: WireOrder['action'];
  type: WireOrder['type'];
  quantity: string | null;
  /** Figures of the fill; null for an order that ended without one. */
  price: string | null;
  pnl: string | null;
  status: WireOrder['status'];
  /** Why the order ended: the reason of a cancellation or forced cover, or the code of a refusal. */
  reason: string | null;
  /** The trader's reason for the order; null without one. */
  orderReason: string | null;
};

/** An open position; `live` is the argument of its live texts (core/trading/holding-text.ts). */
export type DockPosition = Item & { live: string };

export type DockView = DockState & {
  game: Game;
  /** Below the chart, or on the portfolio page. */
  place: 'chart' | 'page';
  userId: number;
  /** True when the reader may trade now. */
  canTrade: boolean;
  /** True when the season forbids short selling. */
  isLongOnly: boolean;
  /** True when an order that opens a position needs a reason. The dock has no field for a reason. */
  needsReason: boolean;
  /** Prefix of the Idempotency-Keys of the dock's forms. */
  key: string;
  /** Address of the dock, to return to. */
  here: string;
  /** Values and issues of a form that was refused without scripts. */
  refused?: { values: Readonly<Record<string, string>>; issues: Readonly<Record<string, string>> };
  /** Ticker of the chart above; null without a chart. */
  symbol: string | null;
  positions: readonly DockPosition[];
  unrealised: Cents;
  worth: Cents;
  /** Working orders, each followed by its target and stop. */
  orders: readonly WireOrder[];
  /** The history; null unless its tab is open. */
  past: readonly PastRow[] | null;
};

/** Returns the field that names the game in a form; empty for the season. */
export const gameField = ({ game }: Pick<DockView, 'game'>): { game?: Game } =>
  game === 'season' ? {} : { game };

/**
 * Returns the rows to render: the first MOST_ROWS, or all of them if the reader chose so.
 * @param isNear returns true for a row to render in any case
 */
export const firstRows = <Row>(
  { isWhole }: Pick<DockView, 'isWhole'>,
  rows: readonly Row[],
  isNear: (row: Row) => boolean = () => false,
): readonly Row[] => (isWhole ? rows : rows.filter((row, index) => index < MOST_ROWS || isNear(row)));

/** True for a target or stop that is listed below its entry. */
export const isBelowParent = (
  { orders }: Pick<DockView, 'orders'>,
  { parentId }: Pick<WireOrder, 'parentId'>,
): boolean => parentId !== null && orders.some(({ id }) => id === parentId);

/** Returns the number of listed orders; a bracket counts once. */
export const countOrders = (view: Pick<DockView, 'orders'>): number =>
  view.orders.filter((order) => !isBelowParent(view, order)).length;

export type DockTexts = {
  /** Titles of the toasts after a refusal and a success; `offline` is the text when no response arrives. */
  refused: string;
  offline: string;
  done: string;
  trade: TradeTexts;
  /** True when the page has a chart, for which the browser must fetch cash and positions again too. */
  hasChart: boolean;
};

/** Keys in chart.json of the texts about a trade's outcome. */
const TRADE_KEYS = [
  ...([
    'buy',
    'sell',
    'shortAction',
    'cover',
    'executed',
    'executedOne',
    'executedTitle',
    'failedTitle',
  ] as const),
  ...(['placed', 'placedTitle', 'rtActiveTitle', 'rtTrade'] as const),
];
type TradeTexts = Record<(typeof TRADE_KEYS)[number], string>;

/** Fills each placeholder with the placeholder itself: the browser fills the texts in later. */
const PLACES = Object.fromEntries(
  ['action', 'quantity', 'symbol', 'price', 'ticker'].map((name) => [name, `{{${name}}}`]),
);

export const dockTexts = (t: Translate, hasChart: boolean): DockTexts => ({
  refused: t('dock:refused'),
  offline: t('dock:offline'),
  done: t('messages:success'),
  trade: Object.fromEntries(TRADE_KEYS.map((key) => [key, t(`chart:${key}`, PLACES)])) as TradeTexts,
  hasChart,
});
