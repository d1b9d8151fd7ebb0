import type { IChartApi } from 'lightweight-charts';
import type { BarInterval } from '#components/chart/types.ts';
import { INTERVAL_SECONDS } from '#core/market/bars.ts';
import type { IndicatorId, SmaPeriod } from '#core/market/indicators.ts';
import type { Bars } from './bars.ts';
import type { Curves } from './curves.ts';
import type { LayerState, OverlayLayer } from './overlay-layer.ts';
import type { Overlays } from './overlays.ts';

/** Holds curves, marks of fills and drawings of a chart until the code that draws them is fetched. */
export class OverlayHost {
  private readonly chart: IChartApi;
  private readonly bars: Bars;
  private readonly interval: () => BarInterval;
  private averages: readonly SmaPeriod[] = [];
  private indicators: readonly IndicatorId[] = [];
  private layer: Partial<LayerState> = {};
  private curves: Curves | null = null;
  private drawn: OverlayLayer | null = null;
  private fetchingCurves: Promise<void> | null = null;
  private fetchingLayer: Promise<OverlayLayer> | null = null;
  private fetching: Promise<Overlays> | null = null;
  private isOver = false;

  /** @param interval returns the current interval of the bars */
  constructor(chart: IChartApi, bars: Bars, interval: () => BarInterval) {
    this.chart = chart;
    this.bars = bars;
    this.interval = interval;
  }

  setAverages(periods: readonly SmaPeriod[]): void {
    this.averages = periods;
    if (this.curves) this.curves.averages.set(periods, this.bars);
    else if (periods.length > 0) this.fetchCurves();
  }

  setIndicators(ids: readonly IndicatorId[]): void {
    if (ids.join() === this.indicators.join()) return;
    this.indicators = ids;
    if (this.curves) this.curves.indicators.set(ids, this.bars.candles);
    else this.fetchCurves();
  }

  setLayer(change: Partial<LayerState>): void {
    this.layer = { ...this.layer, ...change };
    const { lines = [], fills = [], preview } = this.layer;
    this.drawn?.set(change);
    // after a failed fetch the next call of `setLayer` tries again
    if (lines.length > 0 || preview) this.load().catch(() => {});
    else if (fills.length > 0) this.fetchLayer().catch(() => {});
  }

  /** Fetches the code of drawings and returns their layer. @throws when that fails, or when the chart has ended */
  load(): Promise<Overlays> {
    this.fetching ??= Promise.all([this.fetchLayer(), import('./overlays.ts')]).then(
      ([layer, { createOverlays }]) => {
        if (this.isOver) return Promise.reject();
        const overlays = createOverlays(this.chart, this.present, layer);
        layer.set({});
        return overlays;
      },
    );
    this.fetching.catch(() => {
      this.fetching = null;
    });
    return this.fetching;
  }

  end(): void {
    this.isOver = true;
  }

  private readonly present = () => ({
    times: this.bars.times,
    step: INTERVAL_SECONDS[this.interval()],
    series: this.bars.prices,
  });

  private fetchLayer(): Promise<OverlayLayer> {
    this.fetchingLayer ??= import('./overlay-layer.ts').then(
      (code) => {
        if (this.isOver) return Promise.reject();
        this.drawn = new code.OverlayLayer(this.chart, this.present, this.bars);
        this.drawn.set(this.layer);
        return this.drawn;
      },
      (error) => {
        this.fetchingLayer = null;
        throw error;
      },
    );
    return this.fetchingLayer;
  }

  private fetchCurves(): void {
    this.fetchingCurves ??= import('./curves.ts').then(
      ({ createCurves }) => {
        if (this.isOver) return;
        const curves = createCurves(this.chart);
        this.curves = curves;
        this.bars.setCurves(curves);
        curves.averages.set(this.averages, this.bars);
        if (this.indicators.length > 0) curves.indicators.set(this.indicators, this.bars.candles);
      },
      // after a failed fetch the next curve tries again
      () => {
        this.fetchingCurves = null;
      },
    );
  }
}
