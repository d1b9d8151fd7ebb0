import { request } from '../_state/http.ts';
import { morph } from './morph.ts';

export type SoftLinks = {
  /** Draws the region as the server would now, quietly. */
  refresh(): Promise<void>;
  stop(): void;
};

/**
 * Follows links inside `region` (`data-live`) that lead to the same path, by fetching the page they lead to and
 * showing its region: no reload, the address and Back as with a full one. Whatever goes wrong, the browser goes there
 * itself. Escape closes an open dialog, an open menu closes when something else is pressed; focus stays where it was,
 * goes into a dialog that opens, and back to what opened it. Who has scrolled past what is marked `data-top` (else the
 * region's start) finds it at the top of the new view.
 */
export function softLinks(region: HTMLElement): SoftLinks {
  const name = region.dataset.live;
  let current: AbortController | undefined;
  /** The way to another view, as long as it lasts: a refresh must not stop it. */
  let going: Promise<void> | undefined;
  /** What the open dialog was opened with. */
  let opener: string | null = null;
  /** The view that is shown: refreshing it moves nothing. */
  let shown = location.search;

  async function draw(url: string, push: boolean): Promise<void> {
    current?.abort();
    const own = new AbortController();
    current = own;
    try {
      const response = await request(url, { headers: { accept: 'text/html' }, signal: own.signal });
      const html = await response.text();
      if (own.signal.aborted) return;
      const drawn = new DOMParser().parseFromString(html, 'text/html');
      const to = drawn.querySelector(`[data-live="${name}"]`);
      if (response.redirected || !to) return location.assign(url);
      if (push) history.pushState(null, '', url);
      document.title = drawn.title;
      show(to);
    } catch (error) {
      if (own.signal.aborted) return;
      // a refresh that fails leaves what is there
      if (url === location.href) console.warn('The page could not be refreshed', error);
      else location.assign(url);
    }
  }

  function go(url: string, push: boolean): void {
    region.setAttribute('aria-busy', 'true');
    const own = draw(url, push).finally(() => {
      if (going !== own) return;
      going = undefined;
      region.removeAttribute('aria-busy');
    });
    going = own;
  }

  function show(to: Element): void {
    const had = dialogOf(region) !== null;
    const focused = region.contains(document.activeElement) ? nameOf(document.activeElement!) : null;
    const start = () => region.querySelector('[data-top]') ?? region;
    const { top } = start().getBoundingClientRect();
    morph(region, to);
    const dialog = dialogOf(region);
    if (dialog && !had) {
      opener = focused;
      dialog.querySelector<HTMLElement>('a, button')?.focus();
    } else if (!dialog && had) {
      focusOn(opener);
      opener = null;
    } else if (focused !== null && !region.contains(document.activeElement)) focusOn(focused);
    // an open dialog is drawn over the page as it stands
    if (!dialog && !had && top < 0 && shown !== location.search) start().scrollIntoView();
    shown = location.search;
  }

  function focusOn(wanted: string | null): void {
    const places = [...region.querySelectorAll<HTMLElement>('a[href], button, summary')];
    const place = wanted === null ? undefined : places.find((each) => nameOf(each) === wanted);
    (place ?? region.querySelector<HTMLElement>('h1'))?.focus({ preventScroll: true });
  }

  function onClick(event: MouseEvent): void {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    if (!link || link.target || event.button !== 0 || event.defaultPrevented) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.pathname !== location.pathname || link.hash) return;
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

  function onPress(event: Event): void {
    for (const menu of region.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')) {
      if (!menu.contains(event.target as Node)) menu.open = false;
    }
  }

  const onReturn = () => go(location.href, false);

  region.addEventListener('click', onClick);
  document.addEventListener('keydown', onKey);
  document.addEventListener('pointerdown', onPress);
  window.addEventListener('popstate', onReturn);
  return {
    async refresh() {
      await going;
      await draw(location.href, false);
    },
    stop() {
      current?.abort();
      region.removeEventListener('click', onClick);
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
      window.removeEventListener('popstate', onReturn);
    },
  };
}

const dialogOf = (region: Element) => region.querySelector<HTMLDialogElement>('dialog[open]');

/** What a control is called, to find it again after its element was replaced. */
function nameOf(element: Element): string {
  const key = (element as HTMLElement).dataset.key ?? element.getAttribute('aria-label');
  return key ?? element.getAttribute('aria-describedby') ?? element.textContent?.trim() ?? '';
}
