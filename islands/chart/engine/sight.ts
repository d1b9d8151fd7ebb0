/** One IntersectionObserver for all charts of the page. */

type Watcher = (inSight: boolean) => void;

/** A chart about to be scrolled to is drawn already. */
const MARGIN = '200px';

const watchers = new Map<Element, Set<Watcher>>();
let observer: IntersectionObserver | undefined;

/** Calls back when the element comes into sight or leaves it, at first with how it is. @returns stops watching */
export function watchSight(element: Element, onSight: Watcher): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        for (const watcher of watchers.get(target) ?? []) watcher(isIntersecting);
    },
    { rootMargin: MARGIN },
  );
  const own = watchers.get(element) ?? new Set();
  watchers.set(element, own.add(onSight));
  // observing an element anew reports its state once more
  observer.unobserve(element);
  observer.observe(element);
  return () => {
    own.delete(onSight);
    if (own.size > 0) return;
    watchers.delete(element);
    observer?.unobserve(element);
  };
}
