/** The link that a plain click is on and that leads to the same path, or null. */
export function softLinkOf(event: MouseEvent): HTMLAnchorElement | null {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || link.target || link.hash || event.button !== 0 || event.defaultPrevented) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  return link.origin + link.pathname === location.origin + location.pathname ? link : null;
}
