/** The moments when an island or behaviour wakes: one function for each strategy. */

/**
 * Calls `run` in the browser's first idle time, after two seconds at the latest; after 200 ms in a browser without idle
 * callbacks.
 */
export function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 200);
}

/**
 * Calls `run` after the first paint, so that a slow processor shows the page before it evaluates scripts. A hidden tab
 * paints nothing: `run` is called at once there.
 */
export function whenPainted(run: () => void): void {
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
}

/**
 * Calls `run` when the host is within 200 px of the window. The host is `display: contents` and has no box, so the
 * observer watches its first descendant with a box; an island that shows nothing waits for idle time.
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

type Device = Navigator & { deviceMemory?: number; connection?: { saveData?: boolean } };

/** True for few cores, little memory or `Save-Data`: such a device wakes no `spare` island before the user acts. */
function isWeak(): boolean {
  const { hardwareConcurrency, deviceMemory = 8, connection } = navigator as Device;
  return hardwareConcurrency <= 4 || deviceMemory <= 4 || connection?.saveData === true;
}

/** Events of a user who does more than move the pointer. */
const TOUCHES = ['pointerdown', 'touchstart', 'focusin', 'keydown', 'wheel'];

/**
 * Calls `run` at the first press, key, focus or wheel on the page, when the pointer is over `host`, or, on a strong
 * device, in the first idle time after the page has loaded.
 */
export function whenSpare(host: HTMLElement, run: () => void): void {
  const touched = () => {
    for (const name of TOUCHES) removeEventListener(name, touched, true);
    host.removeEventListener('pointerover', touched, true);
    run();
  };
  for (const name of TOUCHES) addEventListener(name, touched, { capture: true, passive: true });
  host.addEventListener('pointerover', touched, { capture: true, passive: true });
  if (!isWeak()) addEventListener('load', () => whenIdle(touched), { once: true });
}

/** For each event dispatched again, the listeners that have held it back once and must let it pass now. */
const triedBy = new WeakMap<Event, readonly EventListener[]>();

/**
 * Wakes an island at the first event on the window with one of these names. Holds such events back while the island
 * wakes, then dispatches them again, for this island and for other islands that sleep until such an event. After a
 * failure the next event tries again.
 *
 * @param names separated by commas
 * @param wake resolves when the island listens
 */
export function onEvent(names: string, wake: () => Promise<void>): void {
  let queue: Event[] = [];
  const keep = (event: Event) => {
    if (triedBy.get(event)?.includes(keep)) return;
    event.stopImmediatePropagation();
    queue.push(event);
    if (queue.length > 1) return;
    wake()
      .then(
        () => {
          for (const name of names.split(',')) removeEventListener(name, keep, true);
        },
        () => {},
      )
      .then(() => {
        const waiting = queue;
        queue = [];
        for (const held of waiting as CustomEvent[]) {
          const again = new CustomEvent(held.type, { detail: held.detail });
          triedBy.set(again, [...(triedBy.get(held) ?? []), keep]);
          dispatchEvent(again);
        }
      });
  };
  for (const name of names.split(',')) addEventListener(name, keep, true);
}
