import type { IChartApi } from 'lightweight-charts';
import type { BarInterval } from '#components/chart/types.ts';
import type { IndicatorId, SmaPeriod } from '#core/market/indicators.ts';
import type { Bars } from './bars.ts';
import type { LayerState } from './drawing-layer.ts';
import type { Overlays } from './overlays.ts';

/** The overlays of a chart, recorded until their code is fetched. */
export class OverlayHost {
  private readonly chart: IChartApi;
  private readonly bars: Bars;
  private readonly interval: () => BarInterval;
  private averages: readonly SmaPeriod[] = [];
  private studies: readonly IndicatorId[] = [];
  private layer: Partial<LayerState> = {};
  private drawn: Overlays | null = null;
  private fetching: Promise<Overlays> | null = null;
  private isOver = false;

  /** @param interval returns the present interval of the bars */
  constructor(chart: IChartApi, bars: Bars, interval: () => BarInterval) {
    this.chart = chart;
    this.bars = bars;
    this.interval = interval;
  }

  setAverages(periods: readonly SmaPeriod[]): void {
    this.averages = periods;
    if (this.drawn) this.drawn.averages.set(periods, this.bars);
    else if (periods.length > 0) this.fetch();
  }

  setIndicators(ids: readonly IndicatorId[]): void {
    if (ids.join() === this.studies.join()) return;
    this.studies = ids;
    if (this.drawn) this.drawn.studies.set(ids, this.bars.candles);
    else this.fetch();
  }

  setLayer(change: Partial<LayerState>): void {
    this.layer = { ...this.layer, ...change };
    const { lines = [], fills = [], preview } = this.layer;
    if (this.drawn) this.drawn.layer.set(change);
    else if (lines.length + fills.length > 0 || preview) this.fetch();
  }

  /** Returns the overlays once their code is fetched. @throws when it cannot be fetched, or the chart has ended */
  load(): Promise<Overlays> {
    this.fetching ??= import('./overlays.ts').then(({ createOverlays }) => {
      if (this.isOver) return Promise.reject();
      const overlays = createOverlays(this.chart, this.bars, this.interval);
      this.drawn = overlays;
      this.bars.setOverlays(overlays);
      overlays.averages.set(this.averages, this.bars);
      if (this.studies.length > 0) overlays.studies.set(this.studies, this.bars.candles);
      overlays.layer.set(this.layer);
      return overlays;
    });
    return this.fetching;
  }

  end(): void {
    this.isOver = true;
  }

  /** After a failed fetch the next overlay tries again. */
  private fetch(): void {
    this.load().catch(() => {
      this.fetching = null;
    });
  }
}
