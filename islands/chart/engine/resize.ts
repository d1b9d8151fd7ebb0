/** One ResizeObserver for all charts of the page. */

const watched = new Map<Element, (width: number, height: number) => void>();
let observer: ResizeObserver | undefined;

/** Calls back with the element's size in CSS pixels, once per change. @returns stops watching */
export function watchSize(element: Element, onSize: (width: number, height: number) => void): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries)
      watched.get(target)?.(contentRect.width, contentRect.height);
  });
  watched.set(element, onSize);
  observer.observe(element);
  return () => {
    watched.delete(element);
    observer?.unobserve(element);
  };
}
