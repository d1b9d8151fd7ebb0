/**
 * Publishes the height that the on-screen keyboard covers, CSS px, as `--keyboard` on the document, so that elements at the bottom
 * of the page move above it.
 */
export function followKeyboard(): void {
  const viewport = window.visualViewport!;
  const show = () => {
    // a page that is zoomed in shows less of itself without a keyboard
    const isZoomed = viewport.scale > 1.01;
    const covered = isZoomed ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
    document.documentElement.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
  };
  viewport.addEventListener('resize', show);
  viewport.addEventListener('scroll', show);
  show();
}
