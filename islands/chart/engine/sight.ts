import type { Candle } from '#components/chart/types.ts';
import { watchTicks } from '../../_live/quotes.ts';

/** Prices missed for longer than this are fetched as bars, ms. */
const LONG_MS = 30_000;

/**
 * Follows the prices of one symbol at a time while `element` can be seen.
 * @param onTick dollars and epoch ms @param onReturn seen again after prices have been missed
 */
export function followTicks(
  element: Element,
  onTick: (price: number, at: number) => void,
  onReturn: () => void,
) {
  let symbol = '';
  let inSight = false;
  let stop: (() => void) | undefined;
  let seenAt = Date.now();

  /** The clock goes on while a device sleeps. */
  function noteSight(isSeen: boolean): void {
    if (isSeen && Date.now() - seenAt > LONG_MS) onReturn();
    seenAt = Date.now();
  }
  // a tab that is not looked at hears of no prices
  const onVisibility = () => inSight && noteSight(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', onVisibility);

  function settle(): void {
    stop?.();
    stop = inSight && symbol ? watchTicks(symbol, ({ price, at }) => onTick(Number(price), at)) : undefined;
  }
  const stopSeeing = watchSight(element, (now) => {
    if (now === inSight) return;
    inSight = now;
    noteSight(now);
    settle();
  });

  return {
    set(next: string): void {
      if (next === symbol) return;
      symbol = next;
      settle();
    },
    destroy(): void {
      inSight = false;
      settle();
      stopSeeing();
      document.removeEventListener('visibilitychange', onVisibility);
    },
  };
}

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

/** One IntersectionObserver for all charts of the page. */

type Watcher = (inSight: boolean) => void;

/** A chart about to be scrolled to is drawn already. */
const MARGIN = '200px';

const watchers = new Map<Element, Set<Watcher>>();
let observer: IntersectionObserver | undefined;

/** Calls back when the element comes into sight or leaves it, at first with how it is. @returns stops watching */
function watchSight(element: Element, onSight: Watcher): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        for (const watcher of watchers.get(target) ?? []) watcher(isIntersecting);
    },
    { rootMargin: MARGIN },
  );
  const own = watchers.get(element) ?? new Set();
  watchers.set(element, own.add(onSight));
  // observing an element anew reports its state once more
  observer.unobserve(element);
  observer.observe(element);
  return () => {
    own.delete(onSight);
    if (own.size > 0) return;
    watchers.delete(element);
    observer?.unobserve(element);
  };
}
