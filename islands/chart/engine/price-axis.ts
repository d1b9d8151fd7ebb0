/** Hides numbers of the price axis that a tag would cover, and widens the price range to include nearby price lines. */
import type { AutoscaleInfo } from 'lightweight-charts';
import type { Engine } from './engine.ts';
import { attachPrimitive, paneSize, yOf } from './pane.ts';
import type { PriceSeries } from './series.ts';

type Range = { minValue: number; maxValue: number };
/** Shares of the height. */
type Margins = { top: number; bottom: number };
type AxisMarks = {
  /** Returns the y of the price lines' tags at the present scale, px from the top. */
  tags: () => readonly number[];
  /** Sets the prices of the price lines, dollars. */
  setPrices(prices: readonly number[]): void;
  readonly corner: Corner;
};
/**
 * The texts above the prices. `rowBottom` returns the lower end of their first row, `bottom` the lower end of all rows,
 * px from the top of the chart.
 */
type Corner = {
  rowBottom(): number;
  bottom(): number;
  /** Called after a lower end has changed. */
  changed(): void;
};

/** A number closer to a tag than this overlaps it, px. */
const ROOM = 18;

/** The distance between the texts above the prices and the bars below them, px. */
const BELOW_HEAD = 4;

const axes = new WeakMap<Engine, AxisMarks>();

/** Returns the tags and prices of a chart's axis for the caller to set. After the first call the axis follows them. */
export function priceAxis(engine: Engine): AxisMarks {
  const present = axes.get(engine);
  if (present) return present;
  const marks = keepNumbersClear(engine);
  axes.set(engine, marks);
  return marks;
}

function keepNumbersClear(engine: Engine): AxisMarks {
  const { bars } = engine;
  const corner = watchCorner(engine);
  let linePrices: readonly number[] = [];
  let numbers: readonly number[] = [];
  let done = '';
  let series: PriceSeries | null = null;

  function whichAreClear(): boolean[] {
    const last = bars.last();
    const tags = [...marks.tags(), ...(last ? [yOf(engine, last.close)] : [])];
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
    const { height } = paneSize(engine);
    const margins = belowHead(scaleMargins, corner.rowBottom() / height);
    return {
      priceRange: withLines(info.priceRange, linePrices, margins),
      margins: { above: (margins.top - scaleMargins.top) * height, below: 0 },
    };
  }

  const state = () => `${whichAreClear()} ${linePrices} ${corner.rowBottom()}`;

  /** Makes the library compute range and numbers again. */
  function apply(): void {
    series = bars.prices;
    done = state();
    series.applyOptions({ priceFormat: { tickmarksFormatter }, autoscaleInfoProvider } as object);
  }
  const isCurrent = () => engine.isOver || (series === bars.prices && done === state());

  const marks: AxisMarks = {
    tags: () => [],
    setPrices(prices) {
      if (prices.join() === linePrices.join()) return;
      linePrices = prices;
      apply();
    },
    corner,
  };
  corner.changed = apply;
  apply();

  attachPrimitive(engine, {
    updateAllViews() {
      if (isCurrent()) return;
      // options must not change during a paint, which may compute the numbers itself
      queueMicrotask(() => {
        if (!isCurrent()) apply();
      });
    },
  });
  return marks;
}

/** Returns the margins around the prices: at least `head` above, if the prices then get 30% of the height or more. */
export const belowHead = ({ top, bottom }: Margins, head: number): Margins => ({
  top: Math.max(top, Math.min(head, 0.7 - bottom)),
  bottom,
});

/** Observes the texts above the prices, as measuring them in each frame would force a layout. */
function watchCorner({ chart, ends }: Engine): Corner {
  const area = chart.chartElement().closest('.chart-area');
  let element: HTMLElement | null = null;
  let row: HTMLElement | null = null;
  /** Undefined until they are measured. */
  let bottoms: { row: number; all: number } | undefined;
  const measure = () => {
    const top = element?.offsetTop ?? 0;
    return {
      row: row ? top + row.offsetHeight + BELOW_HEAD : 0,
      all: element ? top + element.offsetHeight : 0,
    };
  };
  const sizes = new ResizeObserver(() => {
    const { row, all } = bottoms ?? {};
    bottoms = measure();
    if (bottoms.row !== row || bottoms.all !== all) corner.changed();
  });
  ends.push(() => sizes.disconnect());
  function find(): void {
    // the row is missing while the table of bars is open
    if (row?.isConnected) return;
    sizes.disconnect();
    element = area?.querySelector<HTMLElement>('.chart-corner') ?? null;
    row = element?.querySelector<HTMLElement>(':scope > div') ?? null;
    for (const each of [element, row, area]) if (each) sizes.observe(each);
  }
  const corner: Corner = {
    rowBottom() {
      find();
      return bottoms?.row ?? 0;
    },
    bottom() {
      find();
      // a label that moves after its first frame counts as a layout shift
      bottoms ??= measure();
      return bottoms.all;
    },
    changed() {},
  };
  return corner;
}

/** Widens a price range to include the lines in its margins, where texts would cover them. */
export function withLines(range: Range, lines: readonly number[], { top, bottom }: Margins): Range {
  const perShare = (range.maxValue - range.minValue) / (1 - top - bottom);
  const highest = range.maxValue + perShare * top;
  const lowest = range.minValue - perShare * bottom;
  const near = lines.filter((price) => price > lowest && price < highest);
  const minValue = Math.min(range.minValue, ...near);
  const maxValue = Math.max(range.maxValue, ...near);
  if (minValue === range.minValue && maxValue === range.maxValue) return range;
  return withLines({ minValue, maxValue }, lines, { top, bottom });
}
