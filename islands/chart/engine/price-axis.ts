/** Fits the price axis to price lines. A separate file, because the first paint has no tags on the axis. */
import type { AutoscaleInfo } from 'lightweight-charts';
import type { Engine } from './engine.ts';
import { attachPrimitive, paneSize, yOf } from './pane.ts';
import type { PriceSeries } from './series.ts';

type Range = { minValue: number; maxValue: number };
/** Shares of the height. */
type Margins = { top: number; bottom: number };
type AxisMarks = {
  /** The y of the price lines' tags, px from the top. */
  tags: readonly number[];
  /** Prices of the price lines, dollars. */
  prices: readonly number[];
};

/** A number closer to a tag than this overlaps it, px. */
const ROOM = 18;

/** The distance between the texts above the prices and the bars below them, px. */
const BELOW_HEAD = 4;

const axes = new WeakMap<Engine, AxisMarks>();

/** Returns the tags and prices on a chart's axis, which the caller sets. From the first call on the axis is fitted to them. */
export function priceAxis(engine: Engine): AxisMarks {
  const marks = axes.get(engine) ?? { tags: [], prices: [] };
  if (!axes.has(engine)) keepNumbersClear(engine, marks);
  axes.set(engine, marks);
  return marks;
}

function keepNumbersClear(engine: Engine, marks: AxisMarks): void {
  const { bars } = engine;
  let numbers: readonly number[] = [];
  let done = '';
  let series: PriceSeries | null = null;
  let update = () => {};
  const head = watchHead(engine, () => update());

  function whichAreClear(): boolean[] {
    const last = bars.last();
    const tags = [...marks.tags, ...(last ? [yOf(engine, last.close)] : [])];
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
    const margins = belowHead(scaleMargins, head.bottom() / height);
    return {
      priceRange: withLines(info.priceRange, marks.prices, margins),
      margins: { above: (margins.top - scaleMargins.top) * height, below: 0 },
    };
  }

  const state = () => `${whichAreClear()} ${marks.prices} ${head.bottom()}`;

  attachPrimitive(engine, {
    // an idle chart would not apply the options without this update
    attached({ requestUpdate }) {
      update = requestUpdate;
      update();
    },
    updateAllViews() {
      if (series === bars.prices && done === state()) return;
      series = bars.prices;
      done = state();
      // options must not change during a paint
      queueMicrotask(() => {
        if (!engine.isOver)
          bars.prices.applyOptions({ priceFormat: { tickmarksFormatter }, autoscaleInfoProvider } as object);
      });
    },
  });
}

/** Returns the margins around the prices: at least `head` above them, unless the prices would get less than 30% of the height. */
export const belowHead = ({ top, bottom }: Margins, head: number): Margins => ({
  top: Math.max(top, Math.min(head, 0.7 - bottom)),
  bottom,
});

/** Observes the lower end of the texts above the prices, as measuring it in each frame would force a layout. */
function watchHead({ chart, ends }: Engine, changed: () => void): { bottom(): number } {
  const area = chart.chartElement().closest('.chart-area');
  let row: HTMLElement | null = null;
  let bottom = 0;
  const sizes = new ResizeObserver(() => {
    const corner = row?.parentElement;
    bottom = row && corner ? corner.offsetTop + row.offsetHeight + BELOW_HEAD : 0;
    changed();
  });
  ends.push(() => sizes.disconnect());
  return {
    bottom() {
      // the row is missing while the table of bars is open
      if (!row?.isConnected) {
        row = area?.querySelector<HTMLElement>('.chart-corner > div') ?? null;
        if (row) sizes.observe(row);
      }
      return bottom;
    },
  };
}

/** Widens a price range to include lines in the margins, where texts would cover them; ignores lines beyond the margins. */
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
