import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts';
import type { Anchor, Fill, TrendLine } from '#components/chart/types.ts';
import { gain, ink, loss, paper } from '#components/ui/tokens.ts';
import type { Projection } from '../engine/projection.ts';
import type { Point } from './axis.ts';

/** What the layer shows, in time and price; pixels are worked out at each draw. */
export type LayerState = {
  lines: readonly TrendLine[];
  selected: number | null;
  /** A line being drawn: first click and pointer. */
  preview: { from: Anchor; to: Anchor } | null;
  fills: readonly Fill[];
  color: string;
  fillColors: { up: string; down: string };
};

type Places = Pick<Projection, 'project' | 'projectOnBar'>;
type Target = Parameters<IPrimitivePaneRenderer['draw']>[0];

const LINE_WIDTH = 2;
const HANDLE_RADIUS = 5;

/**
 * One primitive for the life of a chart: it draws all lines and the user's fills from a list that is replaced,
 * because detaching primitives again and again slows a chart down for good. It hangs on a series, as a pane's own
 * primitives are drawn behind the candles whatever they ask for.
 */
export class DrawingLayer implements ISeriesPrimitive<Time> {
  private state: LayerState = {
    lines: [],
    selected: null,
    preview: null,
    fills: [],
    color: paper.DEFAULT,
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

  private draw(target: Target): void {
    // biome-ignore lint/correctness/useHookAtTopLevel: the library's method, not a hook of React
    target.useMediaCoordinateSpace(({ context }) => {
      const { lines, selected, preview, fills, color } = this.state;
      for (const fill of fills) this.drawFill(context, fill);
      context.lineWidth = LINE_WIDTH;
      context.lineCap = 'round';
      for (const line of lines) {
        const a = this.places.project(line.a);
        const b = this.places.project(line.b);
        if (!a || !b) continue;
        stroke(context, a, b, color);
        if (line.id === selected) for (const end of [a, b]) handle(context, end, color);
      }
      if (preview) {
        const a = this.places.project(preview.from);
        const b = this.places.project(preview.to);
        if (!a || !b) return;
        context.setLineDash([6, 4]);
        stroke(context, a, b, color);
        context.setLineDash([]);
        handle(context, a, color);
      }
    });
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

function stroke(context: CanvasRenderingContext2D, a: Point, b: Point, color: string): void {
  context.strokeStyle = color;
  context.beginPath();
  context.moveTo(a.x, a.y);
  context.lineTo(b.x, b.y);
  context.stroke();
}

function handle(context: CanvasRenderingContext2D, at: Point, color: string): void {
  context.beginPath();
  context.arc(at.x, at.y, HANDLE_RADIUS, 0, 2 * Math.PI);
  context.fillStyle = ink[0];
  context.fill();
  context.strokeStyle = color;
  context.stroke();
}
