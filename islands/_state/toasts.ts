import { sharedSignal } from '#framework/islands/signal.ts';

/** Short messages at the bottom end of the window; any island may push one, islands/Toaster.tsx shows them. */

export type Toast = {
  id: number;
  kind: 'success' | 'destructive' | 'info';
  title: string;
  message?: string;
  /** One thing to do about it. */
  action?: { label: string; run: () => void };
};

export const TOAST_MS = 5000;
/** Dispatched on the window with each message. */
export const TOAST_EVENT = 'toast';
/** More than this at once cannot be read. */
const MAX_SHOWN = 4;

export const toasts = sharedSignal<readonly Toast[]>('toasts', []);

let nextId = 1;

/** Shows a message. @returns its id, for `dismissToast` */
export function pushToast(toast: Omit<Toast, 'id'>): number {
  const id = nextId++;
  toasts.value = [...toasts.value, { ...toast, id }].slice(-MAX_SHOWN);
  // what shows them sleeps until there is one
  window.dispatchEvent(new Event(TOAST_EVENT));
  return id;
}

export function dismissToast(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}
