/**
 * Follows links inside a live region that lead to the same path: shows the view behind the link without a reload, while
 * address and Back work as after a reload. Escape closes an open menu, or else an open dialog; a press outside closes
 * an open menu. The focus stays, enters a dialog that opens, and returns to the link that opened the dialog. When no
 * dialog is or was open and the element marked `data-top` (or else the region's start) is above the window, the page
 * scrolls to it.
 */
import { regionElements } from './live-region.ts';
import { morph, visit } from './redraw.ts';

/**
 * Makes the page follow the links of `region`.
 * @param linkOf returns the link that a click follows here; null when the browser handles the click
 * @returns a function that stops
 */
export function followLinks(
  region: HTMLElement,
  linkOf: (event: MouseEvent) => HTMLAnchorElement | null,
): () => void {
  /** The name, from `nameOf`, of the control that opened the dialog. */
  let opener: string | null = null;
  let latest: Promise<void> | undefined;

  function go(url: string, push: boolean): void {
    region.setAttribute('aria-busy', 'true');
    const visited = visit(regionElements, url, push, show).finally(() => {
      if (latest === visited) region.removeAttribute('aria-busy');
    });
    latest = visited;
  }

  async function show(element: HTMLElement, to: Element): Promise<void> {
    if (element !== region) return morph(element, to);
    const hadDialog = dialogOf(region) !== null;
    const focused = region.contains(document.activeElement) ? nameOf(document.activeElement!) : null;
    const start = () => region.querySelector('[data-top]') ?? region;
    const { top } = start().getBoundingClientRect();
    closeMenus(() => true);
    morph(region, to);
    const dialog = dialogOf(region);
    if (dialog && !hadDialog) {
      opener = focused;
      dialog.querySelector<HTMLElement>('a, button')?.focus();
    } else if (!dialog && hadDialog) {
      focusOn(opener);
      opener = null;
    } else if (focused !== null && nameOf(document.activeElement!) !== focused) {
      // the focused element was removed, or became another control
      focusOn(focused);
    }
    // a dialog lies over the page, which keeps its scroll position when the dialog opens and closes
    if (!dialog && !hadDialog && top < 0) start().scrollIntoView();
  }

  function focusOn(name: string | null): void {
    const places = [...region.querySelectorAll<HTMLElement>('a[href], button, summary')];
    const place = name === null ? undefined : places.find((each) => nameOf(each) === name);
    if (place) place.focus({ preventScroll: true });
    else if (!region.contains(document.activeElement))
      region.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }

  function onClick(event: MouseEvent): void {
    const link = linkOf(event);
    if (!link) return;
    event.preventDefault();
    go(link.href, link.href !== location.href);
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    const menu = region.querySelector<HTMLDetailsElement>('details[data-menu][open]');
    if (menu) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    } else dialogOf(region)?.querySelector<HTMLElement>('header a[href]')?.click();
  }

  function closeMenus(which: (menu: Element) => boolean): void {
    for (const menu of region.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')) {
      if (which(menu)) menu.open = false;
    }
  }

  const onPress = ({ target }: Event) => closeMenus((menu) => !menu.contains(target as Node));

  const onReturn = () => go(location.href, false);

  region.addEventListener('click', onClick);
  document.addEventListener('keydown', onKey);
  document.addEventListener('pointerdown', onPress);
  window.addEventListener('popstate', onReturn);
  return () => {
    region.removeEventListener('click', onClick);
    document.removeEventListener('keydown', onKey);
    document.removeEventListener('pointerdown', onPress);
    window.removeEventListener('popstate', onReturn);
  };
}

const dialogOf = (region: Element) => region.querySelector<HTMLDialogElement>('dialog[open]');

/** Returns a name that identifies a control after a morph replaced its element. */
function nameOf(element: Element): string {
  const key = (element as HTMLElement).dataset.key ?? element.getAttribute('aria-label');
  return key ?? element.getAttribute('aria-describedby') ?? element.textContent?.trim() ?? '';
}
