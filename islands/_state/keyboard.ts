/** Moves elements at the bottom of the page above the on-screen keyboard, in browsers where it covers the page. */

/** Publishes the height that the keyboard covers, CSS px, as `--keyboard` on the document. */
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
