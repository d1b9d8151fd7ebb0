import type { BarInterval, Candle } from '#components/chart/types.ts';
import { formatNumber, NOTHING } from '#core/locale/format.ts';
import { fill } from '#core/locale/sentence.ts';
import { priceDecimals } from '#core/market/price-text.ts';
import { WAITING_TYPES } from '#core/orders/order.ts';
import type en from '#locales/en/chart.json';

/** The rules about an order's size and reason, whose sentences are in errors.json. */
export const ORDER_RULES = [
  'quantityRule',
  'amountRule',
  'giveReason',
  'mostCharactersFull',
  'charactersRefused',
] as const;
/** The keys of the chart's sentences, in locales/en/chart.json and among the rules of an order. */
export type ChartKey = keyof typeof en | (typeof ORDER_RULES)[number];
export type ChartStrings = Record<ChartKey, string>;

/** The texts of the labels on the chart. The page has them, because labels are drawn before the other texts arrive. */
export const LABEL_TEXTS = [
  ...(['buy', 'sell', 'shortAction', 'cover', 'dismiss', 'noAnswer'] as const),
  ...(['atMarket_buy', 'atMarket_sell', 'atMarket_short', 'atMarket_cover'] as const),
  ...(['lineLong', 'lineShort', 'lineTarget', 'lineStop', 'lineOrder'] as const),
  ...(['lineTrail', 'lineIfBought', 'lineIfShorted'] as const),
  ...WAITING_TYPES.map((type) => `line_${type}` as const),
  ...([
    'lineAskClose',
    'lineAskCloseAnyhow',
    'lineAskCancel',
    'lineClose',
    'lineCancel',
    'lineKeep',
  ] as const),
  ...(['lineClosing', 'lineClosePosition', 'lineCancelOrder', 'lineWas', 'lineReached'] as const),
  ...(['lineAtMarket', 'lineValue'] as const),
] satisfies readonly ChartKey[];
export type LabelStrings = Pick<ChartStrings, (typeof LABEL_TEXTS)[number]>;

/** Returns "3 min old". */
export function agedText(strings: ChartStrings, seconds: number): string {
  const age =
    seconds < 120
      ? fill(strings.seconds, { count: seconds })
      : fill(strings.minutes, { count: Math.round(seconds / 60) });
  return fill(strings.aged, { age });
}

/** Returns the text alternative of a chart. */
export function summaryOf(
  strings: ChartStrings,
  symbol: string,
  interval: BarInterval,
  candles: readonly Candle[],
): string {
  const last = candles.at(-1)?.close;
  const close = last === undefined ? NOTHING : formatNumber(last, priceDecimals(last));
  return fill(strings.chartOf, { symbol, interval, count: candles.length, close });
}
