/** Follows links to the same path without a page load, once their code has been fetched. */

/** Events that precede a press on a link. */
const SIGNS = ['pointerover', 'focusin', 'touchstart', 'keydown'];

/**
 * Follows a live region's links to the same path without a page load. follow-links.ts does the work: it is fetched at
 * the first of SIGNS, or at once for an open dialog, and a press before it has loaded waits for it.
 * @returns a function that stops
 */
export function softLinks(region: HTMLElement): () => void {
  let stop: (() => void) | undefined;
  let isStopped = false;

  const rest = () => {
    for (const sign of SIGNS) region.removeEventListener(sign, loadEarly, true);
    region.removeEventListener('click', onClick);
    window.removeEventListener('popstate', onReturn);
  };
  let loading: Promise<void> | undefined;
  function load(): Promise<void> {
    loading ??= import('./follow-links.ts').then(({ followLinks }) => {
      rest();
      if (!isStopped) stop = followLinks(region, softLinkOf);
    });
    return loading;
  }
  // without the code a press follows the link as the browser does
  const loadEarly = () => void load().catch(() => {});
  function onClick(event: MouseEvent): void {
    const link = softLinkOf(event);
    if (!link) return;
    event.preventDefault();
    load().then(
      () => link.click(),
      () => location.assign(link.href),
    );
  }
  const onReturn = () => location.reload();

  for (const sign of SIGNS) region.addEventListener(sign, loadEarly, { capture: true, passive: true });
  region.addEventListener('click', onClick);
  window.addEventListener('popstate', onReturn);
  if (region.querySelector('dialog[open]')) loadEarly();
  return () => {
    isStopped = true;
    rest();
    stop?.();
  };
}

/** Returns the link of an unmodified click when it leads to the same path, else null. */
function softLinkOf(event: MouseEvent): HTMLAnchorElement | null {
  const link = plainLinkOf(event);
  return link && link.origin + link.pathname === location.origin + location.pathname ? link : null;
}

/**
 * Returns the link that a plain click follows to another view or page; null for a new tab, a download, an anchor or a
 * handled click.
 */
export function plainLinkOf(event: MouseEvent): HTMLAnchorElement | null {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || link.target || link.hash || link.download) return null;
  if (event.button !== 0 || event.defaultPrevented) return null;
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey ? null : link;
}
