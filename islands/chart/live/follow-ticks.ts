import { watchTicks } from '../../_live/quotes.ts';
import { watchSight } from '../engine/sight.ts';

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
