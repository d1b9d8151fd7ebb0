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
