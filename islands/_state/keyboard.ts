/** Sets `--keyboard` on the document to the height under the on-screen keyboard, CSS px: what is at the bottom moves above it. */
export function followKeyboard(): void {
  const viewport = window.visualViewport!;
  const show = () => {
    // a zoomed page has a smaller viewport without a keyboard
    const isZoomed = viewport.scale > 1.01;
    const covered = isZoomed ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
    document.documentElement.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
  };
  viewport.addEventListener('resize', show);
  viewport.addEventListener('scroll', show);
  show();
}
