/**
 * Shows errors of the browser. The server renders the boxes: a template of a notice for everybody but admins, a dialog
 * for admins.
 */
import { needSheet } from './route-sheet.ts';

const NOTICE_MS = 5000;

/** Dispatched on the window when an island throws. */
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
  // browsers report harmless things too (a ResizeObserver that needs a second pass), without an error object
  addEventListener('error', (event: ErrorEvent) => {
    if (event.error) void showNotice();
  });
  // a skipped view transition is harmless
  addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    if (!/^Transition was /.test(reason?.message)) void showNotice();
  });
  addEventListener(CRASHED, showNotice);
}

/** Reports that an island threw; admins see the stack. @param components React's component stack */
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
