/** Paints one drawing: strokes, what they enclose, and the figures beside them. */

import { ink } from '#components/ui/tokens.ts';
import { FIB_LEVELS } from '#core/market/drawings.ts';
import { priceText } from '#core/market/price-text.ts';
import type { AxisPoint } from './axis.ts';
import { type Extent, fibY, type Outline, segmentsOf } from './shapes.ts';
import type { Drawing } from './state.ts';

type Context = CanvasRenderingContext2D;
/** What is drawn, where its points are, and how many bars lie between them. */
export type PaintInput = { drawn: Pick<Drawing, 'kind' | 'a' | 'b'>; shape: Outline; bars: number };
export type Brush = { color: string; font: string };

const HANDLE_RADIUS = 5;
const THIN = 1;
const THICK = 2;
/** Opacity of what a drawing encloses. */
const FILL = 0.1;
/** Distance between a line and its figure, pixels. */
const GAP = 4;
/** Height of a figure, pixels. */
const LINE = 12;

export function paintDrawing(
  context: Context,
  { drawn, shape, bars }: PaintInput,
  extent: Extent,
  brush: Brush,
) {
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
export function paintHandle(context: Context, at: AxisPoint, color: string): void {
  context.beginPath();
  context.arc(at.x, at.y, HANDLE_RADIUS, 0, 2 * Math.PI);
  context.fillStyle = ink[0];
  context.fill();
  context.lineWidth = THICK;
  context.strokeStyle = color;
  context.stroke();
}

/** "+4.20 (+3.41%) → 12": the price, its share, and the bars between. */
export function measured({ a, b }: Pick<Drawing, 'a' | 'b'>, bars: number): string {
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

function labelFib(context: Context, { a, b }: Pick<Drawing, 'a' | 'b'>, shape: Outline, color: string): void {
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
