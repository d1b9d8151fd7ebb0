/** Paints drawings over a chart. The browser fetches this file for the first drawing. */
import type { IChartApi } from 'lightweight-charts';
import { ink } from '#components/ui/tokens.ts';
import { FIB_LEVELS, type KeptDrawing } from '#core/market/drawings.ts';
import { priceText } from '#core/market/price-text.ts';
import type { AxisPoint, PresentBars } from './bar-places.ts';
import type { Brush, LayerState, OverlayLayer } from './overlay-layer.ts';
import { createProjection, type Projection } from './projection.ts';
import { type Extent, fibY, type Outline, segmentsOf } from './shapes.ts';

type Context = CanvasRenderingContext2D;
type PaintInput = { drawn: KeptDrawing; shape: Outline; bars: number };

const HANDLE_RADIUS = 5;
const THIN = 1;
const THICK = 2;
const FILL = 0.1;
/** The distance between a line and its text, px. */
const GAP = 4;
/** The line height of a text, px. */
const LINE = 12;

export type Overlays = ReturnType<typeof createOverlays>;

/** Makes the layer paint drawings. @param now returns the current bars */
export function createOverlays(chart: IChartApi, now: () => PresentBars, layer: OverlayLayer) {
  const projection = createProjection(chart, now);
  layer.paintDrawings = (context, size, state) => paintDrawings(context, size, state, projection);
  return { projection, layer };
}

function paintDrawing(context: Context, { drawn, shape, bars }: PaintInput, extent: Extent, brush: Brush) {
  const { kind, a, b } = shape;
  context.strokeStyle = brush.color;
  const isThin = kind === 'fib' || kind === 'measure' || kind === 'rect';
  context.lineWidth = isThin ? THIN : THICK;
  // a thin stroke between two rows of pixels would be grey on both
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

function paintHandle(context: Context, center: AxisPoint, color: string): void {
  context.beginPath();
  context.arc(center.x, center.y, HANDLE_RADIUS, 0, 2 * Math.PI);
  context.fillStyle = ink[0];
  context.fill();
  context.lineWidth = THICK;
  context.strokeStyle = color;
  context.stroke();
}

/** Returns "+4.20 (+3.41%) → 12": difference, percent, and number of bars. */
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
  let previousY = Number.NEGATIVE_INFINITY;
  for (const share of FIB_LEVELS) {
    const y = fibY(shape, share);
    // a text that would overlap the previous one is left out
    if (Math.abs(y - previousY) < LINE) continue;
    previousY = y;
    const price = b.price + (a.price - b.price) * share;
    label(context, `${(share * 100).toFixed(1)}% ${priceText(price)}`, { x, y: y - 2 }, color);
  }
}

function label(
  context: Context,
  text: string,
  point: AxisPoint,
  color: string,
  align: CanvasTextAlign = 'left',
): void {
  context.textAlign = align;
  context.textBaseline = 'bottom';
  context.fillStyle = color;
  context.fillText(text, point.x, point.y);
}

type Places = Pick<Projection, 'project' | 'barAt'>;

function paintDrawings(
  context: Context,
  extent: Extent,
  { lines, selected, preview, brush }: LayerState,
  places: Places,
): void {
  context.lineCap = 'round';
  for (const drawn of lines) {
    const ends = paintAt(context, drawn, extent, brush, places);
    if (ends && drawn.id === selected) for (const end of ends) paintHandle(context, end, brush.color);
  }
  if (!preview) return;
  context.setLineDash([6, 4]);
  const ends = paintAt(context, preview, extent, brush, places);
  context.setLineDash([]);
  if (ends) paintHandle(context, ends[0]!, brush.color);
}

/** Paints a drawing. @returns its anchors in pixels, a single one for a level; null without bars */
function paintAt(context: Context, drawn: KeptDrawing, extent: Extent, brush: Brush, places: Places) {
  const a = places.project(drawn.a);
  const b = places.project(drawn.b);
  if (!a || !b) return null;
  const bars = Math.round(places.barAt(drawn.b.time) - places.barAt(drawn.a.time));
  paintDrawing(context, { drawn, shape: { kind: drawn.kind, a, b }, bars }, extent, brush);
  return drawn.kind === 'level' ? [a] : [a, b];
}
