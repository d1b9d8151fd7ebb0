import { whenIdle } from './when-idle.ts';

/**
 * Runs when the island comes near the window. The host itself is `display: contents` and has no box, so its
 * first descendant that has one is watched; an island that shows nothing yet waits for idle time instead.
 */
export function whenVisible(host: HTMLElement, run: () => void): void {
  const box = [...host.querySelectorAll('*')].find((element) => element.getClientRects().length > 0);
  if (!box) {
    whenIdle(run);
    return;
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      run();
    },
    { rootMargin: '200px' },
  );
  observer.observe(box);
}
