import { type IndicatorLine, indicatorLines } from '#core/market/indicator-lines.ts';
import { hasOwnPane, type IndicatorId, paneOf } from '#core/market/indicators.ts';
import type { Palette } from '#core/shop/themes.ts';
import { BAR_SPACING, INDICATOR_MARGINS, MAX_WIDTH, PANE_PARTS } from './layout.ts';
import type { Candle } from './types.ts';

export type AtBar = (index: number) => number;
export type AtPrice = (price: number) => number;

export function valuesPath(values: readonly (number | null)[], x: AtBar, y: AtPrice): string {
  let d = '';
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value === null || value === undefined) continue;
    d += `${d === '' ? 'M' : 'L'}${tenth(x(i))} ${y(value)}`;
  }
  return d;
}

/** Rounds to a tenth of a pixel: more decimals would only add bytes. */
export function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** `width`: of the stroke, px; a shape without it is filled. */
export type ChartShape = { d: string; color: string; width?: number };

export const LINE_WIDTH = 1.5;

/** Returns the share of the height that the prices get. */
export function priceShare(studies: readonly IndicatorId[]): number {
  const { prices, indicator } = PANE_PARTS;
  return prices / (prices + indicator * studies.filter(hasOwnPane).length);
}

/** Returns the lines of the indicators that belong in the price pane. @param count the number of newest bars to draw */
export function overlayLines(studies: readonly IndicatorId[], candles: readonly Candle[], count: number) {
  return studies
    .filter((id) => !hasOwnPane(id))
    .flatMap((id) => indicatorLines(id, candles))
    .map(({ color, values }) => ({ color, values: values.slice(-count) }));
}

/**
 * Returns the shapes of the indicators that have panes of their own, with a line above each pane.
 * @param visible the number of newest bars that set the range of a pane
 */
export function paneShapes(
  studies: readonly IndicatorId[],
  candles: readonly Candle[],
  {
    count,
    visible,
    palette,
    x,
    units,
  }: { count: number; visible: number; palette: Palette; x: AtBar; units: number },
): ChartShape[] {
  const paneIndicators = studies.filter(hasOwnPane);
  const top = units * priceShare(studies);
  const height = paneIndicators.length === 0 ? 0 : (units - top) / paneIndicators.length;
  return paneIndicators.flatMap((id, index) => {
    const lines = indicatorLines(id, candles).map((line) => ({ ...line, values: line.values.slice(-count) }));
    const visibleValues = lines
      .flatMap(({ values }) => values.slice(-visible))
      .filter((value) => value !== null);
    const { range, bounds = [] } = paneOf(id)!;
    const [low, high] = range ?? [Math.min(...visibleValues, 0), Math.max(...visibleValues, 0)];
    const start = top + index * height + height * INDICATOR_MARGINS.top;
    const room = height * (1 - INDICATOR_MARGINS.top - INDICATOR_MARGINS.bottom);
    const y = (value: number) => tenth(start + (room * (high - value)) / (high - low || 1));
    const across = (lineY: number, color: string) => ({ d: `M0 ${lineY}H${MAX_WIDTH}`, color, width: 1 });
    return [
      across(tenth(top + index * height), palette.border),
      ...bounds.map((bound) => across(y(bound), palette.grid)),
      ...lines.map((line) => shapeOf(line, x, y)),
    ];
  });
}

function shapeOf(
  { values, color, isHistogram }: IndicatorLine,
  x: AtBar,
  y: (value: number) => number,
): ChartShape {
  if (!isHistogram) return { d: valuesPath(values, x, y), color, width: LINE_WIDTH };
  const bars = values.map((value, i) => (value === null ? '' : `M${tenth(x(i))} ${y(0)}V${y(value)}`));
  return { d: bars.join(''), color, width: BAR_SPACING - 3 };
}
