/** What the price axis shows besides prices: apart from the engine, as nothing of it is there at first. */
import type { AutoscaleInfo } from 'lightweight-charts';
import type { Engine } from './engine.ts';
import { attachPrimitive, paneSize, yOf } from './pane.ts';
import type { PriceSeries } from './series.ts';

type Range = { minValue: number; maxValue: number };
/** Shares of the height. */
type Margins = { top: number; bottom: number };
type Shown = {
  /** Where the tags of lines stand, pixels from the top. */
  tags: readonly number[];
  /** The prices of lines. */
  prices: readonly number[];
};

/** A number nearer to a tag than this would be half under it, pixels. */
const ROOM = 18;

/** Between what is written above the prices and what is drawn below it, pixels. */
const BELOW_HEAD = 4;

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
  let update = () => {};
  const head = watchHead(engine, () => update());

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
    const { height } = paneSize(engine);
    const margins = belowHead(scaleMargins, head.bottom() / height);
    return {
      priceRange: withLines(info.priceRange, shown.prices, margins),
      margins: { above: (margins.top - scaleMargins.top) * height, below: 0 },
    };
  }

  const state = () => `${whichAreClear()} ${shown.prices} ${head.bottom()}`;

  attachPrimitive(engine, {
    // a chart that nothing moves would else not ask
    attached({ requestUpdate }) {
      update = requestUpdate;
      update();
    },
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

/** The shares left free above and below prices, above at least `head`, but 30% of the height are the prices'. */
export const belowHead = ({ top, bottom }: Margins, head: number): Margins => ({
  top: Math.max(top, Math.min(head, 0.7 - bottom)),
  bottom,
});

/** Where the company and its notes end, which stand over the prices: asking in every frame would lay the page out in each. */
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
      // the table of the bars has its place for a while
      if (!row?.isConnected) {
        row = area?.querySelector<HTMLElement>('.chart-corner > div') ?? null;
        if (row) sizes.observe(row);
      }
      return bottom;
    },
  };
}

/** A range of prices with the lines that would else stand in the room above and below it, under what is written there. */
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
