/** What the price axis shows besides prices: apart from the engine, as nothing of it is there at first. */
import type { AutoscaleInfo } from 'lightweight-charts';
import type { Engine } from './engine.ts';
import { attachPrimitive, yOf } from './pane.ts';
import type { PriceSeries } from './series.ts';

type Range = { minValue: number; maxValue: number };
type Shown = {
  /** Where the tags of lines stand, pixels from the top. */
  tags: readonly number[];
  /** The prices of lines. */
  prices: readonly number[];
};

/** A number nearer to a tag than this would be half under it, pixels. */
const ROOM = 18;

const known = new WeakMap<Engine, Shown>();

/** That of a chart: its numbers keep clear of tags from the first call on. */
export function priceAxis(engine: Engine): Shown {
  const shown = known.get(engine) ?? { tags: [], prices: [] };
  if (!known.has(engine)) keepNumbersClear(engine, shown);
  known.set(engine, shown);
  return shown;
}

function keepNumbersClear(engine: Engine, shown: Shown): void {
  const { bars } = engine;
  let numbers: readonly number[] = [];
  let done = '';
  let series: PriceSeries | null = null;

  function whichAreClear(): boolean[] {
    const last = bars.last();
    const tags = [...shown.tags, ...(last ? [yOf(engine, last.close)] : [])];
    return numbers.map((price) => {
      const y = yOf(engine, price);
      return y === null || tags.every((tag) => tag === null || Math.abs(tag - y) >= ROOM);
    });
  }

  function tickmarksFormatter(prices: readonly number[]): string[] {
    numbers = prices;
    done = state();
    const isClear = whichAreClear();
    return prices.map((price, i) => (isClear[i] ? bars.prices.priceFormatter().format(price) : ''));
  }

  function autoscaleInfoProvider(original: () => AutoscaleInfo | null): AutoscaleInfo | null {
    const info = original();
    if (!info?.priceRange) return info;
    const { scaleMargins } = bars.prices.priceScale().options();
    return { ...info, priceRange: withLines(info.priceRange, shown.prices, scaleMargins) };
  }

  const state = () => `${whichAreClear()} ${shown.prices}`;

  attachPrimitive(engine, {
    // a chart that nothing moves would else not ask
    attached: ({ requestUpdate }) => requestUpdate(),
    updateAllViews() {
      if (series === bars.prices && done === state()) return;
      series = bars.prices;
      done = state();
      // not while the chart is painting
      queueMicrotask(() => {
        if (!engine.isOver)
          bars.prices.applyOptions({ priceFormat: { tickmarksFormatter }, autoscaleInfoProvider } as object);
      });
    },
  });
}

/** A range of prices with the lines that would else stand in the room above and below it, under what is written there. */
export function withLines(
  range: Range,
  lines: readonly number[],
  { top, bottom }: { top: number; bottom: number },
): Range {
  const perShare = (range.maxValue - range.minValue) / (1 - top - bottom);
  const highest = range.maxValue + perShare * top;
  const lowest = range.minValue - perShare * bottom;
  const near = lines.filter((price) => price > lowest && price < highest);
  const minValue = Math.min(range.minValue, ...near);
  const maxValue = Math.max(range.maxValue, ...near);
  if (minValue === range.minValue && maxValue === range.maxValue) return range;
  return withLines({ minValue, maxValue }, lines, { top, bottom });
}
