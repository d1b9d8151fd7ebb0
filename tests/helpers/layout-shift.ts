import type { Page } from 'playwright-core';

/** Returns the sum of the page's layout shifts so far. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as unknown as { value: number }[];
          done(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        // without a shift the observer is never called
        requestAnimationFrame(() => requestAnimationFrame(() => done(0)));
      }),
  );
}
