import type { Candle } from '#components/chart/types.ts';
import { watchQuote, watchTicks } from '../../_live/quotes.ts';
import { onReopen } from '../../_state/socket.ts';

/** A chart that was out of sight for longer than this fetches the bars that it missed, ms. */
const LONG_MS = 30_000;

/**
 * Follows the prices of one symbol at a time while `element` is visible.
 * @param onTick receives dollars and epoch ms
 * @param onAge receives true while the price is old
 * @param onReturn called when the element is visible again after a long absence, or the lost socket opens again
 */
export function followTicks(
  element: Element,
  onTick: (price: number, priceAt: number) => void,
  onAge: (isOld: boolean) => void,
  onReturn: () => void,
) {
  let symbol = '';
  let isInSight = false;
  let stops: (() => void)[] = [];
  let seenAt = Date.now();

  /** Uses Date.now, which advances while a device sleeps. */
  function noteSight(isSeen: boolean): void {
    if (isSeen && Date.now() - seenAt > LONG_MS) onReturn();
    seenAt = Date.now();
  }
  // a hidden tab receives no prices
  const onVisibility = () => isInSight && noteSight(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', onVisibility);
  const stopReopen = onReopen(() => isInSight && onReturn());

  function settle(): void {
    for (const stop of stops) stop();
    stops =
      isInSight && symbol
        ? [
            watchTicks(symbol, ({ price, at: priceAt }) => onTick(Number(price), priceAt)),
            watchQuote(symbol, ({ age }) => onAge(age !== null)),
          ]
        : [];
  }
  const stopSeeing = watchSight(element, (now) => {
    if (now === isInSight) return;
    isInSight = now;
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
      isInSight = false;
      settle();
      stopSeeing();
      stopReopen();
      document.removeEventListener('visibilitychange', onVisibility);
    },
  };
}

/** Passes live bars to `draw`. While the chart is out of sight, it queues the newest state of each bar. */
export function createLiveBars(element: Element, draw: (bar: Candle) => void) {
  const waiting: Candle[] = [];
  let isInSight = true;

  function flush(): void {
    for (const bar of waiting.splice(0)) draw(bar);
  }

  const stopSeeing = watchSight(element, (now) => {
    isInSight = now;
    if (isInSight) flush();
  });

  return {
    add(bar: Candle): void {
      if (waiting.at(-1)?.time === bar.time) waiting[waiting.length - 1] = bar;
      else waiting.push(bar);
      // needs no batches: the library paints once per frame
      if (isInSight) flush();
    },
    flush,
    clear(): void {
      waiting.length = 0;
    },
    destroy: stopSeeing,
  };
}

/** One IntersectionObserver for all charts of the page. */

type Watcher = (inSight: boolean) => void;

/** A chart within this distance of the window counts as visible. */
const MARGIN = '200px';

const watchers = new Map<Element, Set<Watcher>>();
let observer: IntersectionObserver | undefined;

/** Calls `onSight` with the element's visibility, at once and after each change. @returns a function that stops */
function watchSight(element: Element, onSight: Watcher): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        for (const watcher of watchers.get(target) ?? []) watcher(isIntersecting);
    },
    { rootMargin: MARGIN },
  );
  const elementWatchers = watchers.get(element) ?? new Set();
  watchers.set(element, elementWatchers.add(onSight));
  // observing again reports the element at once
  observer.unobserve(element);
  observer.observe(element);
  return () => {
    elementWatchers.delete(onSight);
    if (elementWatchers.size > 0) return;
    watchers.delete(element);
    observer?.unobserve(element);
  };
}
