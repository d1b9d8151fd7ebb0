import type { Engine } from '../engine/engine.ts';
import { paneSize, pointTo, priceAtY } from '../engine/pane.ts';
import type { Projection } from '../engine/projection.ts';
import type { DrawSurface } from './tool.ts';

/** Price steps of the keyboard from top to bottom of a chart. */
const STEPS_A_CHART = 100;

/** A chart as what draws on it sees it. */
export function drawSurface(engine: Engine, projection: Projection, element: HTMLElement): DrawSurface {
  const { project, unproject, barAt, timeAt } = projection;
  return {
    ...{ element, project, unproject },
    extent: () => paneSize(engine),
    newest() {
      const bar = engine.bars.last();
      return bar && { time: bar.time, price: bar.close };
    },
    stepped({ time, price }, bars, steps) {
      const { height } = paneSize(engine);
      const [top, bottom] = [priceAtY(engine, 0), priceAtY(engine, height)];
      const step = top === null || bottom === null ? 0 : (top - bottom) / STEPS_A_CHART;
      return { time: timeAt(Math.round(barAt(time)) + bars), price: price + steps * step };
    },
    point: (at) => pointTo(engine, at),
    freeze: (isFrozen) => engine.freeze(isFrozen),
    preview: (preview) => engine.over.setLayer({ preview }),
  };
}
