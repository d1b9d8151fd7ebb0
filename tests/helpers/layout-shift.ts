import type { Page } from 'playwright-core';

/** Cumulative layout shift of the page so far. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as unknown as { value: number }[];
          done(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        // nothing is told when nothing moved
        requestAnimationFrame(() => requestAnimationFrame(() => done(0)));
      }),
  );
}
