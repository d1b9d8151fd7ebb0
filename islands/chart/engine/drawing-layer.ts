import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts';
import type { Fill } from '#components/chart/types.ts';
import { gain, ink, loss, paper } from '#components/ui/tokens.ts';
import { type Anchor, type DrawingKind, FIB_LEVELS, type KeptDrawing } from '#core/market/drawings.ts';
import { priceText } from '#core/market/price-text.ts';
import { inMediaSpace, type PaintTarget } from './pane.ts';
import type { AxisPoint, Projection } from './projection.ts';
import { type Extent, fibY, type Outline, segmentsOf } from './shapes.ts';

/** Paints one drawing: strokes, what they enclose, and the figures beside them. */

type Context = CanvasRenderingContext2D;
/** What is drawn, where its points are, and how many bars lie between them. */
type PaintInput = { drawn: KeptDrawing; shape: Outline; bars: number };
type Brush = { color: string; font: string };

const HANDLE_RADIUS = 5;
const THIN = 1;
const THICK = 2;
/** Opacity of what a drawing encloses. */
const FILL = 0.1;
/** Distance between a line and its figure, pixels. */
const GAP = 4;
/** Height of a figure, pixels. */
const LINE = 12;

function paintDrawing(context: Context, { drawn, shape, bars }: PaintInput, extent: Extent, brush: Brush) {
  const { kind, a, b } = shape;
  context.strokeStyle = brush.color;
  const isThin = kind === 'fib' || kind === 'measure' || kind === 'rect';
  context.lineWidth = isThin ? THIN : THICK;
  // on the border of two rows of pixels a thin stroke would be grey on both
  const snap = (v: number) => (isThin ? Math.round(v) + 0.5 : v);
  if (kind === 'rect' || kind === 'measure') tint(context, a, b, brush.color);
  context.beginPath();
  for (const [from, to] of segmentsOf(shape, extent)) {
    context.moveTo(snap(from.x), snap(from.y));
    context.lineTo(snap(to.x), snap(to.y));
  }
  context.stroke();
  context.font = brush.font;
  if (kind === 'level') label(context, priceText(drawn.a.price), { x: GAP, y: a.y - GAP }, brush.color);
  if (kind === 'fib') labelFib(context, drawn, shape, brush.color);
  if (kind === 'measure') label(context, measured(drawn, bars), middleAbove(a, b), brush.color, 'center');
}

/** A round end to hold a drawing by. */
function paintHandle(context: Context, at: AxisPoint, color: string): void {
  context.beginPath();
  context.arc(at.x, at.y, HANDLE_RADIUS, 0, 2 * Math.PI);
  context.fillStyle = ink[0];
  context.fill();
  context.lineWidth = THICK;
  context.strokeStyle = color;
  context.stroke();
}

/** "+4.20 (+3.41%) → 12": the price, its share, and the bars between. */
function measured({ a, b }: Pick<KeptDrawing, 'a' | 'b'>, bars: number): string {
  const by = b.price - a.price;
  const sign = by < 0 ? '−' : '+';
  const share = a.price === 0 ? 0 : Math.abs(by / a.price) * 100;
  return `${sign}${priceText(Math.abs(by), 2)} (${sign}${share.toFixed(2)}%) → ${bars}`;
}

function tint(context: Context, a: AxisPoint, b: AxisPoint, color: string): void {
  context.save();
  context.globalAlpha = FILL;
  context.fillStyle = color;
  context.fillRect(Math.min(a.x, b.x), Math.min(a.y, b.y), Math.abs(b.x - a.x), Math.abs(b.y - a.y));
  context.restore();
}

const middleAbove = (a: AxisPoint, b: AxisPoint): AxisPoint => ({
  x: (a.x + b.x) / 2,
  y: Math.min(a.y, b.y) - GAP,
});

function labelFib(
  context: Context,
  { a, b }: Pick<KeptDrawing, 'a' | 'b'>,
  shape: Outline,
  color: string,
): void {
  const x = Math.min(shape.a.x, shape.b.x) + GAP;
  let before = Number.NEGATIVE_INFINITY;
  for (const share of FIB_LEVELS) {
    const y = fibY(shape, share);
    // figures that would lie on each other are left out
    if (Math.abs(y - before) < LINE) continue;
    before = y;
    const price = b.price + (a.price - b.price) * share;
    label(context, `${(share * 100).toFixed(1)}% ${priceText(price)}`, { x, y: y - 2 }, color);
  }
}

function label(
  context: Context,
  text: string,
  at: AxisPoint,
  color: string,
  align: CanvasTextAlign = 'left',
): void {
  context.textAlign = align;
  context.textBaseline = 'bottom';
  context.fillStyle = color;
  context.fillText(text, at.x, at.y);
}

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
