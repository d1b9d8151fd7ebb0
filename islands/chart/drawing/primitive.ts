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
import type { Projection } from '../engine/projection.ts';
import { inMediaSpace, type PaintTarget } from '../media-space.ts';
import { type Brush, paintDrawing, paintHandle } from './paint.ts';
import type { Extent } from './shapes.ts';

/** What the layer shows, in time and price; pixels are worked out at each draw. */
export type LayerState = {
  lines: readonly (KeptDrawing & { id?: number })[];
  selected: number | null;
  /** A drawing that is being made: first click and pointer. */
  preview: { kind: DrawingKind; a: Anchor; b: Anchor } | null;
  fills: readonly Fill[];
  brush: Brush;
  fillColors: { up: string; down: string };
};

type Places = Pick<Projection, 'project' | 'projectOnBar' | 'barAt'>;

/**
 * One primitive for the life of a chart: it draws all drawings and the user's fills from a list that is replaced,
 * because detaching primitives again and again slows a chart down for good. It hangs on a series, as a pane's own
 * primitives are drawn behind the candles whatever they ask for.
 */
export class DrawingLayer implements ISeriesPrimitive<Time> {
  private state: LayerState = {
    lines: [],
    selected: null,
    preview: null,
    fills: [],
    brush: { color: paper.DEFAULT, font: '11px sans-serif' },
    fillColors: { up: gain.DEFAULT, down: loss.DEFAULT },
  };
  private readonly places: Places;
  private requestUpdate: () => void = () => {};
  private readonly views: readonly IPrimitivePaneView[];

  constructor(places: Places) {
    this.places = places;
    const renderer: IPrimitivePaneRenderer = { draw: (target) => this.draw(target) };
    this.views = [{ zOrder: () => 'top', renderer: () => renderer }];
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
      const { lines, selected, preview, fills, brush } = this.state;
      for (const fill of fills) this.drawFill(context, fill);
      context.lineCap = 'round';
      for (const drawn of lines) {
        const ends = this.drawOne(context, drawn, mediaSize);
        if (ends && drawn.id === selected) for (const end of ends) paintHandle(context, end, brush.color);
      }
      if (!preview) return;
      context.setLineDash([6, 4]);
      const ends = this.drawOne(context, preview, mediaSize);
      context.setLineDash([]);
      if (ends) paintHandle(context, ends[0]!, brush.color);
    });
  }

  /** @returns its ends, one of a level; null while there is no data */
  private drawOne(context: CanvasRenderingContext2D, drawn: KeptDrawing, extent: Extent) {
    const a = this.places.project(drawn.a);
    const b = this.places.project(drawn.b);
    if (!a || !b) return null;
    const bars = Math.round(this.places.barAt(drawn.b.time) - this.places.barAt(drawn.a.time));
    paintDrawing(context, { drawn, shape: { kind: drawn.kind, a, b }, bars }, extent, this.state.brush);
    return drawn.kind === 'level' ? [a] : [a, b];
  }

  /** A triangle at the fill: pointing the way the order pushed, solid for an entry, hollow for an exit. */
  private drawFill(context: CanvasRenderingContext2D, fill: Fill): void {
    const at = this.places.projectOnBar(fill);
    if (!at) return;
    const up = fill.direction === 'up';
    const tip = at.y + (up ? 4 : -4);
    const base = at.y + (up ? 14 : -14);
    context.beginPath();
    context.moveTo(at.x, tip);
    context.lineTo(at.x + 6, base);
    context.lineTo(at.x - 6, base);
    context.closePath();
    const paint = up ? this.state.fillColors.up : this.state.fillColors.down;
    context.lineWidth = 1.5;
    context.strokeStyle = fill.kind === 'entry' ? ink[0] : paint;
    context.fillStyle = fill.kind === 'entry' ? paint : ink[0];
    context.fill();
    context.stroke();
  }
}
