/** Sets `--keyboard` on the document to the height that the on-screen keyboard covers, CSS px. */
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
