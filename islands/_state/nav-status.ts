import { whenSignedOut } from '#core/contract/call.ts';
import { isSigningOut } from '#framework/browser/sign-out.ts';
import type { TextControl } from '#framework/browser/typed-text.ts';
import { writeText } from '#framework/browser/write-text.ts';
import { CHART_POLL_MS, COMPETITION_EVENT, POLL_MS, watchCompetition } from './competition-watch.ts';
import { on } from './socket.ts';
import { pushToast, silenceFailures } from './toasts.ts';
import { watchUser } from './user.ts';

/**
 * Shows the state of the season at the Chart item of the top navigation. Every page of a member has this behaviour, so
 * it also passes socket messages on to the page: other traders' profits, notifications, equity and place.
 */
export function mountNavStatus(
  host: HTMLElement,
  { active, current, signedOut }: { active: boolean; current: boolean; signedOut: SignedOutTexts },
): () => void {
  const show = (event: Event) => {
    const state = (event as CustomEvent<boolean>).detail ? 'active' : 'inactive';
    const status = host.querySelector<HTMLElement>('[data-status]')!;
    // the text of the other state is in a template
    const { content } = host.querySelector('template')!;
    if (status.dataset.status !== state) {
      status.replaceWith(content.firstElementChild!);
      content.append(status);
    }
    host.closest('[data-competition]')?.setAttribute('data-competition', state);
  };
  window.addEventListener(COMPETITION_EVENT, show);
  keepOfflinePage();
  whenOverlayOpens();
  window.visualViewport?.addEventListener(
    'resize',
    // a dynamic import, as most readers never have an on-screen keyboard
    () => void import('./keyboard.ts').then(({ followKeyboard }) => followKeyboard()),
    { once: true },
  );
  whenSignedOut(saySignedOut(signedOut));
  // a narrow window shows only some of the items
  document.querySelector('.topnav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  const ends = [
    watchCompetition(active, current ? CHART_POLL_MS : POLL_MS),
    // another trader's profit becomes a window event, a notification becomes a toast
    on('tradeSuccess', ({ type, ...detail }) => window.dispatchEvent(new CustomEvent(type, { detail }))),
    on('notice', ({ kind, title, message }) => {
      pushToast({ kind: kind === 'success' ? kind : 'destructive', title, message });
      countUnread();
    }),
    on('standing', showStanding),
    whenDialogOpens(() => import('./page-dialog.ts')),
    watchUser(),
    watchTyping(),
  ];
  return () => {
    window.removeEventListener(COMPETITION_EVENT, show);
    for (const end of ends) end();
  };
}

function countUnread(): void {
  const place = document.querySelector<HTMLElement>('[data-bell]');
  const count = Number(place?.textContent);
  if (!place || Number.isNaN(count)) return;
  writeText(place, count > 98 ? '99+' : String(count + 1));
  place.parentElement!.hidden = false;
}

export type SignedOutTexts = { title: string; message: string; link: string };

/** Shows a link to the sign-in page in place of the message of the refused call. */
const saySignedOut = (texts: SignedOutTexts) => (method: string) => {
  if (isSigningOut()) return;
  silenceFailures();
  void import('./signed-out.ts').then(({ pushSignedOut }) => pushSignedOut(texts, method));
};

/**
 * Writes equity and place into the top bar. On a page that shows the equity too (`data-equity`), a refresh updates the
 * top bar and the page together.
 */
function showStanding({ equity, place }: { equity: string; place: string | null }): void {
  if (document.querySelector('[data-equity]')) return;
  for (const line of document.querySelectorAll('.account-line')) {
    writeText(line.children[0]!, equity);
    writeText(line.children[1]!, place ?? '');
  }
}

/**
 * Loads the code that closes overlays on Back: at once if an overlay is open or the history entry belongs to one, and
 * otherwise when an overlay opens.
 */
function whenOverlayOpens(): void {
  const load = () =>
    void import('#framework/browser/overlay.ts').then(({ watchOverlays }) => watchOverlays());
  if (history.state?.overlays || document.querySelector(':popover-open')) load();
  else document.addEventListener('toggle', load, { capture: true, once: true });
}

/**
 * Calls `load` once a dialog with an address is open: on the loaded page, or after a morph.
 * @returns a function that stops
 */
function whenDialogOpens(load: () => Promise<{ watchPageDialog: () => () => void }>): () => void {
  let stop: (() => void) | undefined;
  const end = () => {
    window.removeEventListener('islands:scan', look);
    stop?.();
  };
  function look(): void {
    if (!document.querySelector('dialog.dialog[open]')) return;
    end();
    void load().then(({ watchPageDialog }) => {
      stop = watchPageDialog();
    });
  }
  window.addEventListener('islands:scan', look);
  look();
  return end;
}

/** Registers the service worker, which stores the offline page in this page's language. */
function keepOfflinePage(): void {
  const url = `/sw.js?l=${document.documentElement.lang}`;
  // fails without https, in private windows of some browsers, and when the disk is full
  navigator.serviceWorker?.register(url).catch(() => {});
}

export const editedFields = new Set<TextControl>();

/**
 * Records the fields that the reader changes, and restores values typed here before a sign-in.
 * @returns a function that stops
 */
function watchTyping(): () => void {
  const onInput = ({ target }: Event) => editedFields.add(target as TextControl);
  document.addEventListener('input', onInput, true);
  try {
    // only readers who return from a sign-in need the module
    if (sessionStorage.getItem('typed') !== null)
      void import('#framework/browser/typed-text.ts').then(({ restoreTyped }) => restoreTyped());
  } catch {
    // the browser has no storage
  }
  return () => document.removeEventListener('input', onInput, true);
}
