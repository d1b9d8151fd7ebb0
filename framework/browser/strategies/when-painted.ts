/**
 * Runs once what the server drew has been painted: a slow processor shows the page before it evaluates scripts.
 * A hidden tab paints nothing; there it runs at once.
 */
export function whenPainted(run: () => void): void {
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
}
