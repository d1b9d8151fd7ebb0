/** Runs when `name` is dispatched on the window for the first time. */
export function onEvent(name: string, run: () => void): void {
  addEventListener(name, run, { once: true });
}
