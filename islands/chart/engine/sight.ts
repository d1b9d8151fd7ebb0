/** One IntersectionObserver for all charts of the page. */

/** A chart about to be scrolled to is drawn already. */
const MARGIN = '200px';

const watched = new Map<Element, (inSight: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** Calls back when the element comes into sight or leaves it, at first with how it is. @returns stops watching */
export function watchSight(element: Element, onSight: (inSight: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting);
    },
    { rootMargin: MARGIN },
  );
  watched.set(element, onSight);
  observer.observe(element);
  return () => {
    watched.delete(element);
    observer?.unobserve(element);
  };
}
