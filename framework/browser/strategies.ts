/** Runs once the browser has nothing better to do, at the latest after two seconds. */
export function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 200);
}

/**
 * Runs once what the server drew has been painted: a slow processor shows the page before it evaluates scripts.
 * A hidden tab paints nothing; there it runs at once.
 */
export function whenPainted(run: () => void): void {
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
}

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

type Device = Navigator & { deviceMemory?: number; connection?: { saveData?: boolean } };

/** Few cores, little memory, or a reader who saves data: nothing is fetched or run that nobody has asked for. */
function isWeak(): boolean {
  const { hardwareConcurrency, deviceMemory = 8, connection } = navigator as Device;
  return hardwareConcurrency <= 4 || deviceMemory <= 4 || connection?.saveData === true;
}

/** Anything a reader does but move the pointer across the page. */
const TOUCHES = ['pointerdown', 'touchstart', 'focusin', 'keydown', 'wheel'];

/** Runs at the first touch or key on the page, when the pointer comes over `host`, or in a strong device's idle time. */
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

/** Events given back after an island woke; they wake nothing again. */
const replayed = new WeakSet<Event>();

/**
 * Wakes an island at the first of these events on the window. Nobody else hears an event before the island can: it is
 * kept while the island wakes, then dispatched again. If the island cannot wake, the next event tries again.
 *
 * @param names separated by commas
 * @param wake resolves when the island listens
 */
export function onEvent(names: string, wake: () => Promise<void>): void {
  let queue: Event[] = [];
  const keep = (event: Event) => {
    if (replayed.has(event)) return;
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
        for (const { type, detail } of waiting as CustomEvent[]) {
          const again = new CustomEvent(type, { detail });
          replayed.add(again);
          dispatchEvent(again);
        }
      });
  };
  for (const name of names.split(',')) addEventListener(name, keep, true);
}
