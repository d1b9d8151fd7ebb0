import {
  ColorType,
  createChart,
  type DeepPartial,
  type IChartApi,
  type Time,
  type TimeChartOptions,
} from 'lightweight-charts';
import * as layout from '#components/chart/layout.ts';
import type { BarInterval, Candle } from '#components/chart/types.ts';
import { INTERVAL_SECONDS, priceBar } from '#core/market/bars.ts';
import type { Palette } from '#core/shop/themes.ts';
import { quoteNow } from '../../_live/quotes.ts';
import { readChartPage } from '../data/page.ts';
import { Bars, type View } from './bars.ts';
import { createCrosshair, type Reading } from './crosshair.ts';
import { OverlayHost } from './overlay-host.ts';
import { createLiveBars, followTicks } from './sight.ts';
import { createTimeFormat, type TimeFormat } from './time-format.ts';

/** The charts that the page's one ResizeObserver observes. */

const watched = new Map<Element, (width: number, height: number) => void>();
let observer: ResizeObserver | undefined;

/** Calls `onSize` with the element's size in CSS px, at first and at each change. @returns a function that stops */
function watchSize(element: Element, onSize: (width: number, height: number) => void): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries)
      watched.get(target)?.(contentRect.width, contentRect.height);
  });
  watched.set(element, onSize);
  observer.observe(element);
  return () => {
    watched.delete(element);
    observer?.unobserve(element);
  };
}

type EngineSetup = {
  palette: Palette;
  locale: string;
  fontFamily: string;
  /** True to draw rising candles hollow, for `prefers-contrast: more`. */
  hollow: boolean;
  listeners: EngineListeners;
};

export type EngineListeners = {
  /** Called with the figures under the crosshair, or with null when the pointer leaves the chart. */
  onHover?(reading: Reading | null): void;
  /** Called with the chart's width in CSS px, at once and after each change. */
  onWidth?(width: number): void;
};

/** The live chart of one panel: lightweight-charts as docs/rules/10-chart.md specifies it. */
export class Engine {
  readonly chart: IChartApi;
  private readonly setup: EngineSetup;
  readonly bars: Bars;
  private readonly crosshair: ReturnType<typeof createCrosshair>;
  private readonly liveBars: ReturnType<typeof createLiveBars>;
  private readonly ticks: ReturnType<typeof followTicks>;
  private readonly stopWatching: () => void;
  symbol = '';
  /** Called by `destroy`. */
  readonly ends: (() => void)[] = [];
  isOver = false;
  readonly over: OverlayHost;
  private interval: BarInterval = '1D';
  private format: TimeFormat;
  private palette: Palette;
  private fontFamily: string;
  private thinBars: boolean;
  private size: { width: number; height: number };
  private listeners: EngineListeners;
  /** The figures under the pointer. A new listener receives them at once. */
  private hovered: Reading | null = null;

  constructor(element: HTMLElement, setup: EngineSetup) {
    const { palette, fontFamily, locale, hollow, listeners } = setup;
    const { clientWidth: width, clientHeight: height } = element;
    this.setup = setup;
    this.palette = palette;
    this.fontFamily = fontFamily;
    this.listeners = listeners;
    this.format = createTimeFormat(locale, false, readChartPage().months);
    this.thinBars = width < layout.THIN_BELOW;
    const options = chartOptions(palette, { fontFamily, locale, height }, () => this.format);
    this.chart = createChart(element, { ...options, width, height });
    // The library puts its canvases into a table, which screen readers should ignore.
    element.querySelector('table')?.setAttribute('role', 'presentation');

    this.bars = new Bars(this.chart, { palette, thinBars: this.thinBars, hollow, isOld: false });
    this.over = new OverlayHost(this.chart, this.bars, () => this.interval);
    this.crosshair = createCrosshair(
      this.chart,
      (index) => this.bars.readAt(index),
      (reading) => {
        this.hovered = reading;
        this.listeners.onHover?.(reading);
      },
    );
    this.liveBars = createLiveBars(element, (bar) => this.bars.update(bar));
    this.ticks = followTicks(
      element,
      (price, priceAt) => this.follow(price, priceAt),
      (isOld) => this.bars.setOld(isOld),
      () => void this.catchUp().catch(() => {}),
    );
    document.fonts.addEventListener('loadingdone', this.redrawLetters, { once: true });
    this.size = { width, height };
    this.stopWatching = watchSize(element, (width, height) => this.resize(width, height));
  }

  listen(listeners: EngineListeners): void {
    this.listeners = listeners;
    if (this.hovered) listeners.onHover?.(this.hovered);
  }

  /** Draws a view. A new symbol or interval scrolls to the newest bars. */
  show(next: View): void {
    this.symbol = next.symbol;
    this.ticks.set(next.symbol);
    const isJump = this.bars.show(next);
    if (isJump === null) return;
    this.liveBars.clear();
    this.interval = next.interval;
    const timeVisible = this.interval !== '1D';
    this.format = createTimeFormat(this.setup.locale, timeVisible, readChartPage().months);
    this.chart.applyOptions({ timeScale: { timeVisible, secondsVisible: false } });
    // cached bars may end with an older price than the rest of the page shows
    const newest = quoteNow(next.symbol);
    if (newest?.at != null) this.follow(Number(newest.price), newest.at);
    if (!isJump) return;
    this.chart.priceScale('right').applyOptions({ autoScale: true });
    this.chart.timeScale().resetTimeScale();
  }

  /** Draws an update of the newest bar, or a newer bar; drops an older one. */
  update(bar: Candle): void {
    this.liveBars.add(bar);
  }

  setPalette(palette: Palette): void {
    if (palette === this.palette) return;
    this.palette = palette;
    this.chart.applyOptions(colorOptions(palette, this.fontFamily));
    this.bars.setLook({ palette });
  }

  freeze(isFrozen: boolean): void {
    this.chart.applyOptions(scrollOptions(isFrozen));
  }

  /** Places the crosshair on a bar, scrolls it into view, and returns its figures; null hides the crosshair. */
  pointAt(index: number | null): Reading | null {
    // the keyboard also reaches queued bars
    if (index !== null) this.liveBars.flush();
    return this.crosshair.place(index, this.bars.times.length, this.bars.prices);
  }

  timeText(time: number): string {
    return this.format.full(time);
  }

  destroy(): void {
    this.isOver = true;
    this.over.end();
    for (const end of this.ends) end();
    document.fonts.removeEventListener('loadingdone', this.redrawLetters);
    this.liveBars.destroy();
    this.ticks.destroy();
    this.crosshair.destroy();
    this.stopWatching();
    this.chart.remove();
  }

  /** Fetches the bars that a hidden chart missed. Without a response the current ones stay. */
  private async catchUp(): Promise<void> {
    // realtime mode fetches missed bars itself
    if (this.interval === '1m') return;
    const { view } = this.bars;
    const last = this.bars.last();
    if (!view || !last) return;
    const { symbol, interval } = view;
    const { browserFeed, mergeBars } = await import('../data/market.ts');
    const fetched = await browserFeed.since(symbol, interval, last.time).catch(() => []);
    const now = this.bars.view;
    if (this.isOver || fetched.length === 0 || now?.symbol !== symbol || now.interval !== interval) return;
    this.bars.replace(mergeBars(this.bars.candles, fetched));
  }

  /** Updates the last bar with the newest price, or starts the next bar. */
  private follow(price: number, priceAt: number): void {
    // realtime mode builds each minute from all its trade prints
    if (this.interval === '1m') return;
    const last = this.bars.last();
    const bar = last && priceBar(last, price, priceAt / 1000, INTERVAL_SECONDS[this.interval]);
    if (bar) this.bars.update(bar);
  }

  /** Redraws the texts once fonts have loaded. A changed font name makes the library measure the texts again. */
  private readonly redrawLetters = (): void => {
    this.fontFamily = `${this.setup.fontFamily}, sans-serif`;
    this.chart.applyOptions({ layout: { fontFamily: this.fontFamily } });
  };

  private resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.listeners.onWidth?.(width);
    if (width === this.size.width && height === this.size.height) return;
    this.size = { width, height };
    this.chart.resize(width, height);
    this.chart.priceScale('right').applyOptions({ scaleMargins: layout.priceMargins(height) });
    const thinBars = width < layout.THIN_BELOW;
    if (thinBars === this.thinBars) return;
    this.thinBars = thinBars;
    this.bars.setLook({ thinBars });
  }
}

/** Horizontal gestures pan the chart, vertical ones scroll the page. */
const SCROLL = { mouseWheel: true, pressedMouseMove: true, horzTouchDrag: true, vertTouchDrag: false };

/** Returns the options that enable panning, or disable it while a drawing is dragged. */
function scrollOptions(frozen: boolean) {
  return { handleScroll: frozen ? false : SCROLL };
}

function colorOptions(colors: Palette, fontFamily: string) {
  return {
    layout: {
      background: { type: ColorType.Solid, color: colors.background } as const,
      textColor: colors.text,
      fontFamily,
      fontSize: 12,
      attributionLogo: true,
    },
    grid: { vertLines: { color: colors.grid }, horzLines: { color: colors.grid } },
    rightPriceScale: { borderColor: colors.border },
    timeScale: { borderColor: colors.border },
  };
}

/** Returns all options of a new chart. @param format returns the current format, which changes with the interval */
function chartOptions(
  palette: Palette,
  { fontFamily, locale, height }: { fontFamily: string; locale: string; height: number },
  format: () => TimeFormat,
): DeepPartial<TimeChartOptions> {
  const colors = colorOptions(palette, fontFamily);
  return {
    ...colors,
    ...scrollOptions(false),
    hoveredSeriesOnTop: false,
    crosshair: { mode: 0 },
    localization: { locale, timeFormatter: (time: Time) => format().full(time as number) },
    rightPriceScale: {
      ...colors.rightPriceScale,
      scaleMargins: layout.priceMargins(height),
      minimumWidth: layout.PRICE_AXIS_WIDTH,
      entireTextOnly: true,
    },
    timeScale: {
      ...colors.timeScale,
      barSpacing: layout.BAR_SPACING,
      minBarSpacing: layout.MIN_BAR_SPACING,
      maxBarSpacing: layout.MAX_BAR_SPACING,
      rightOffset: layout.RIGHT_OFFSET,
      minimumHeight: layout.TIME_AXIS_HEIGHT,
      tickMarkFormatter: (time: Time, weight: number) => format().tick(time as number, weight),
    },
  };
}
