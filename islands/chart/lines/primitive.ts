import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts';
import { inMediaSpace, type PaintTarget } from '../engine/pane.ts';

/**
 * The band of profit or loss of an open ticket's target or stop. It reaches from the line to the y of the entry price
 * (`to`), and from the x `from` to the price axis, CSS px.
 */
type Band = { to: number; from: number; color: string };

export type Stroke = { y: number; color: string; isDashed: boolean; isDotted: boolean; band?: Band };

const POSITION_WIDTH = 1.5;
const BAND_OPACITY = 0.5;

/** Returns the primitive that paints all price lines of a chart. @param strokes called before each paint */
export function linePrimitive(strokes: () => readonly Stroke[]): ISeriesPrimitive<Time> & { redraw(): void } {
  let requestUpdate = () => {};
  let painted: readonly Stroke[] = [];

  function draw(target: PaintTarget): void {
    inMediaSpace(target, ({ context, mediaSize }) => {
      context.globalAlpha = BAND_OPACITY;
      for (const { y, band } of painted) {
        if (!band) continue;
        context.fillStyle = band.color;
        context.fillRect(band.from, y, mediaSize.width - band.from, band.to - y);
      }
      context.globalAlpha = 1;
      for (const { y, color, isDashed, isDotted } of painted) {
        context.strokeStyle = color;
        context.lineWidth = isDashed ? 1 : POSITION_WIDTH;
        context.setLineDash(isDotted ? [1, 3] : isDashed ? [4, 3] : []);
        context.beginPath();
        context.moveTo(0, y);
        context.lineTo(mediaSize.width, y);
        context.stroke();
      }
      context.setLineDash([]);
    });
  }

  const renderer: IPrimitivePaneRenderer = { draw };
  const views: readonly IPrimitivePaneView[] = [{ zOrder: () => 'top', renderer: () => renderer }];
  return {
    attached(chart: SeriesAttachedParameter<Time>) {
      requestUpdate = chart.requestUpdate;
    },
    updateAllViews() {
      painted = strokes();
    },
    paneViews: () => views,
    redraw: () => requestUpdate(),
  };
}
