/** Dispatched on an island's host by what wants it awake; bubbles to the window. */
export const WAKE = 'islands:wake';
/** Dispatched on a host that has woken. */
export const AWAKE = 'islands:awake';

/** Wakes the island of `host`, from a behaviour; `then` runs once it is awake, at once if it is. */
export function wakeIsland(host: HTMLElement, then?: () => void): void {
  if (host.dataset.islandStatus === 'awake') {
    then?.();
    return;
  }
  if (then) host.addEventListener(AWAKE, then, { once: true });
  host.dispatchEvent(new Event(WAKE, { bubbles: true }));
}
