/** Short messages at the bottom of the window. Any code on a page may push one; islands/Toaster.tsx shows them. */

export type Toast = {
  id: number;
  kind: 'success' | 'destructive' | 'info';
  title: string;
  message?: string;
  /** True for a message that is only read out, because the page shows it elsewhere. */
  isSpoken?: boolean;
  /** A button of the toast, or a link when it has `href`. Pressing either calls `run`. */
  action?: { label: string; run: () => void; href?: string };
};

export const TOAST_MS = 5000;
/** Dispatched on the window with each message as its detail. */
export const TOAST_EVENT = 'toast';

let nextId = 1;
/** Failure toasts before this time are dropped, ms of performance.now(). */
let silentUntil = 0;

/**
 * Shows a toast, unless it is a failure and failures are silenced. The event wakes the list of toasts, which then
 * receives it.
 */
export function pushToast(toast: Omit<Toast, 'id'>): void {
  if (toast.kind === 'destructive' && performance.now() < silentUntil) return;
  const detail: Toast = { ...toast, id: nextId++ };
  window.dispatchEvent(new CustomEvent(TOAST_EVENT, { detail }));
}

/** How long `silenceFailures` drops failure toasts, ms. */
const ECHO_MS = 500;

/** Drops failure toasts for `ECHO_MS`: callers of a refused call would repeat the toast that explains the refusal. */
export function silenceFailures(): void {
  silentUntil = performance.now() + ECHO_MS;
}
