/** The layer over the bars: marks of fills, and drawings once their code is fetched. */
import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts';
import type { Fill } from '#components/chart/types.ts';
import { gain, ink, loss, paper } from '#components/ui/tokens.ts';
import type { Anchor, DrawingKind, KeptDrawing } from '#core/market/drawings.ts';
import { type AxisPoint, type PresentBars, pixelsOf } from './bar-places.ts';
import type { Bars } from './bars.ts';
import { inMediaSpace, type PaintTarget } from './pane.ts';

export type Brush = { color: string; font: string };

/** The contents of the layer in time and price. Pixels are computed at each paint. */
export type LayerState = {
  lines: readonly (KeptDrawing & { id?: number })[];
  selected: number | null;
  /** The unfinished drawing, from its first anchor to the pointer; null without one. */
  preview: { kind: DrawingKind; a: Anchor; b: Anchor } | null;
  fills: readonly Fill[];
  brush: Brush;
  fillColors: { up: string; down: string };
};

type Context = CanvasRenderingContext2D;

/**
 * Paints the user's fills and all drawings. A chart keeps one such primitive for its whole life, because the library
 * stays slower after each detached primitive. The primitive is attached to a series, because the library paints the
 * primitives of a pane behind the candles.
 */
export class OverlayLayer implements ISeriesPrimitive<Time> {
  private state: LayerState = {
    lines: [],
    selected: null,
    preview: null,
    fills: [],
    brush: { color: paper.DEFAULT, font: '11px sans-serif' },
    fillColors: { up: gain.DEFAULT, down: loss.DEFAULT },
  };
  private readonly pixels: ReturnType<typeof pixelsOf>;
  private requestUpdate: () => void = () => {};
  private readonly views: readonly IPrimitivePaneView[];
  /** Set once the code that paints drawings is fetched. */
  paintDrawings:
    | ((context: Context, size: { width: number; height: number }, state: LayerState) => void)
    | null = null;

  constructor(chart: Parameters<typeof pixelsOf>[0], now: () => PresentBars, bars: Bars) {
    this.pixels = pixelsOf(chart, now);
    const renderer: IPrimitivePaneRenderer = { draw: (target) => this.draw(target) };
    this.views = [{ zOrder: () => 'top', renderer: () => renderer }];
    // the volume series stays when the chart's type changes
    bars.volume.attachPrimitive(this);
  }

  attached({ requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.requestUpdate = requestUpdate;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.views;
  }

  set(change: Partial<LayerState>): void {
    this.state = { ...this.state, ...change };
    this.requestUpdate();
  }

  private draw(target: PaintTarget): void {
    inMediaSpace(target, ({ context, mediaSize }) => {
      for (const fill of this.state.fills) {
        const point = this.pixels(fill, Math.floor);
        if (point) this.paintFill(context, fill, point);
      }
      this.paintDrawings?.(context, mediaSize, this.state);
    });
  }

  /** Paints a triangle at a fill: pointing up for a buy or cover, solid for an entry, hollow for an exit. */
  private paintFill(context: Context, fill: Fill, point: AxisPoint): void {
    const isUp = fill.direction === 'up';
    const tip = point.y + (isUp ? 4 : -4);
    const base = point.y + (isUp ? 14 : -14);
    context.beginPath();
    context.moveTo(point.x, tip);
    context.lineTo(point.x + 6, base);
    context.lineTo(point.x - 6, base);
    context.closePath();
    const paint = isUp ? this.state.fillColors.up : this.state.fillColors.down;
    context.lineWidth = 1.5;
    context.strokeStyle = fill.kind === 'entry' ? ink[0] : paint;
    context.fillStyle = fill.kind === 'entry' ? paint : ink[0];
    context.fill();
    context.stroke();
  }
}
