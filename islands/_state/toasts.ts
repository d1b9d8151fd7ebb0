/** Short messages at the bottom end of the window; anything on a page may push one, islands/Toaster.tsx shows them. */

export type Toast = {
  id: number;
  kind: 'success' | 'destructive' | 'info';
  title: string;
  message?: string;
  /** Read out only: the page shows it elsewhere. */
  isSpoken?: boolean;
  /** A button of the toast. */
  action?: { label: string; run: () => void; href?: string };
};

export const TOAST_MS = 5000;
/** Dispatched on the window with each message as its detail. */
export const TOAST_EVENT = 'toast';

let nextId = 1;
/** Until then no failure is shown, ms of performance.now(). */
let silentUntil = 0;

/** Shows a toast. The event wakes the list of toasts, which gets it then. */
export function pushToast(toast: Omit<Toast, 'id'>): void {
  if (toast.kind === 'destructive' && performance.now() < silentUntil) return;
  const detail: Toast = { ...toast, id: nextId++ };
  window.dispatchEvent(new CustomEvent(TOAST_EVENT, { detail }));
}

/** How long after a refusal its caller may say that it failed, ms. */
const ECHO_MS = 500;

/** Drops the toasts of a refused call's callers: a better sentence is shown instead. */
export function silenceFailures(): void {
  silentUntil = performance.now() + ECHO_MS;
}
