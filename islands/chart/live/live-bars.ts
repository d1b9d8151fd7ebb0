import type { Candle } from '#components/chart/types.ts';
import { watchSight } from '../engine/sight.ts';

/**
 * Live bars on their way to a chart: at most one drawing per animation frame, the newest state of each bar, and none
 * while nobody can see the chart (the browser itself holds the frames of a hidden tab).
 */
export function createLiveBars(element: Element, draw: (bar: Candle) => void) {
  const waiting: Candle[] = [];
  let frame = 0;
  let inSight = true;

  function ask(): void {
    if (inSight && waiting.length > 0) frame ||= requestAnimationFrame(flush);
  }

  function flush(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    for (const bar of waiting.splice(0)) draw(bar);
  }

  const stopSeeing = watchSight(element, (now) => {
    inSight = now;
    ask();
  });

  return {
    add(bar: Candle): void {
      if (waiting.at(-1)?.time === bar.time) waiting[waiting.length - 1] = bar;
      else waiting.push(bar);
      ask();
    },
    /** Draws what waits at once: for who asks what the chart shows. */
    flush,
    /** Forgets what has not been drawn. */
    clear(): void {
      waiting.length = 0;
    },
    destroy(): void {
      cancelAnimationFrame(frame);
      stopSeeing();
    },
  };
}
