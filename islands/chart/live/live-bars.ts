import type { Candle } from '#components/chart/types.ts';
import { watchSight } from '../engine/sight.ts';

/** Live bars on their way to a chart: the newest state of each, held back while the chart is out of sight. */
export function createLiveBars(element: Element, draw: (bar: Candle) => void) {
  const waiting: Candle[] = [];
  let inSight = true;

  function flush(): void {
    for (const bar of waiting.splice(0)) draw(bar);
  }

  const stopSeeing = watchSight(element, (now) => {
    inSight = now;
    if (inSight) flush();
  });

  return {
    add(bar: Candle): void {
      if (waiting.at(-1)?.time === bar.time) waiting[waiting.length - 1] = bar;
      else waiting.push(bar);
      // the library itself paints once a frame
      if (inSight) flush();
    },
    /** Draws waiting bars at once, before the chart is read. */
    flush,
    /** Forgets what has not been drawn. */
    clear(): void {
      waiting.length = 0;
    },
    destroy: stopSeeing,
  };
}
