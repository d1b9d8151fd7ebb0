/**
 * What people see of errors in the browser. The boxes are on the page already, drawn by the server:
 * a template of the notice for everyone but admins, a dialog for them. Admins' runtime errors are left to their console.
 */
import { needSheet } from './route-sheet.ts';

const NOTICE_MS = 5000;

/** Dispatched on the window when an island has thrown. */
export const CRASHED = 'islands:crashed';

let notice: Element | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

async function showNotice(): Promise<void> {
  const template = document.querySelector<HTMLTemplateElement>('#crash-notice');
  if (!template) return;
  await needSheet();
  notice ??= template.content.firstElementChild!.cloneNode(true) as Element;
  document.body.append(notice);
  clearTimeout(timer);
  timer = setTimeout(() => notice!.remove(), NOTICE_MS);
}

export function watchErrors(): void {
  // Browsers also tell of harmless things this way (a ResizeObserver that has to look twice): without an error.
  addEventListener('error', (event: ErrorEvent) => {
    if (event.error) void showNotice();
  });
  // nor is it anybody's trouble that the browser gave up fading from one page to the next
  addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    if (!/^Transition was /.test(reason?.message)) void showNotice();
  });
  addEventListener(CRASHED, showNotice);
}

/** Tells that an island threw: admins in full. @param components React's component stack */
export function reportCrash(island: string, error: unknown, components = ''): void {
  dispatchEvent(new Event(CRASHED));
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-reload]'))
    link.href = location.pathname + location.search;
  const dialog = document.querySelector<HTMLDialogElement>('dialog#crash');
  const details = dialog?.querySelector('textarea');
  if (!dialog || !details) return;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  details.value += `${island}: ${text}\n${components}\n\n`;
  if (!dialog.open) dialog.showModal();
}
