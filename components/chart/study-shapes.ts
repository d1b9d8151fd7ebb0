/** Indicators on the server's drawing of a chart. */
import { hasOwnPane, type StudyId } from '#core/market/indicators.ts';
import { RSI_BOUNDS, type StudyLine, studyLines } from '#core/market/studies.ts';
import type { Palette } from '#core/shop/themes.ts';
import { BAR_SPACING, MAX_WIDTH, PANE_PARTS, STUDY_MARGINS } from './layout.ts';
import { type AtBar, tenth, valuesPath } from './paths.ts';
import type { Candle } from './types.ts';

type Shape = { d: string; color: string; width?: number };

const LINE_WIDTH = 1.5;

/** The share of the height that the prices keep. */
export function priceShare(studies: readonly StudyId[]): number {
  const { prices, study } = PANE_PARTS;
  return prices / (prices + study * studies.filter(hasOwnPane).length);
}

/** The lines of indicators over the prices. @param count of the newest bars, which alone are drawn */
export function overlayLines(studies: readonly StudyId[], candles: readonly Candle[], count: number) {
  return studies
    .filter((id) => !hasOwnPane(id))
    .flatMap((id) => studyLines(id, candles))
    .map(({ color, values }) => ({ color, values: values.slice(-count) }));
}

/** The panes of the others below, each with a line above it. @param seen of `count` bars, how many are in sight */
export function paneShapes(
  studies: readonly StudyId[],
  candles: readonly Candle[],
  {
    count,
    seen,
    palette,
    x,
    units,
  }: { count: number; seen: number; palette: Palette; x: AtBar; units: number },
): Shape[] {
  const own = studies.filter(hasOwnPane);
  const top = units * priceShare(studies);
  const height = own.length === 0 ? 0 : (units - top) / own.length;
  return own.flatMap((id, at) => {
    const lines = studyLines(id, candles).map((line) => ({ ...line, values: line.values.slice(-count) }));
    const shown = lines.flatMap(({ values }) => values.slice(-seen)).filter((value) => value !== null);
    const [low, high] = id === 'rsi' ? [0, 100] : [Math.min(...shown, 0), Math.max(...shown, 0)];
    const start = top + at * height + height * STUDY_MARGINS.top;
    const room = height * (1 - STUDY_MARGINS.top - STUDY_MARGINS.bottom);
    const y = (value: number) => tenth(start + (room * (high - value)) / (high - low || 1));
    const across = (at: number, color: string) => ({ d: `M0 ${at}H${MAX_WIDTH}`, color, width: 1 });
    return [
      across(tenth(top + at * height), palette.border),
      ...(id === 'rsi' ? RSI_BOUNDS.map((bound) => across(y(bound), palette.grid)) : []),
      ...lines.map((line) => shapeOf(line, x, y)),
    ];
  });
}

function shapeOf({ values, color, isHistogram }: StudyLine, x: AtBar, y: (value: number) => number): Shape {
  if (!isHistogram) return { d: valuesPath(values, x, y), color, width: LINE_WIDTH };
  const bars = values.map((value, i) => (value === null ? '' : `M${tenth(x(i))} ${y(0)}V${y(value)}`));
  return { d: bars.join(''), color, width: BAR_SPACING - 3 };
}
