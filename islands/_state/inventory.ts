/** Calls that buy an item, put it on or take it off. */
import { HttpError } from '#core/contract/call.ts';
import { refreshRegions } from '#framework/browser/live-region.ts';
import { newKey } from './key.ts';

/** The window event after a change of worn items, and the storage key that tells other tabs. */
export const THEME_CHANGED = 'theme-changed';

/** Tells this page and the other tabs of this browser that the worn items have changed. */
export function announceTheme(): void {
  window.dispatchEvent(new Event(THEME_CHANGED));
  try {
    // a storage event needs a new value
    localStorage.setItem(THEME_CHANGED, String(Date.now()));
  } catch {
    // without storage other tabs change when they are loaded
  }
}

export type ItemResult =
  | { ok: true; message: string }
  /** `message` is the server's text; null without a response. */
  | { ok: false; message: string | null; code: string | null };

/**
 * Sends a call about an item. A lost connection is a refusal without a text.
 * @param send makes the call with the given Idempotency-Key
 */
export async function sendItem(
  send: (options: { idempotencyKey: string }) => Promise<{ message: string }>,
): Promise<ItemResult> {
  try {
    const { message } = await send({ idempotencyKey: newKey() });
    return { ok: true, message };
  } catch (error) {
    if (!(error instanceof HttpError)) {
      // the server may have done it all the same
      void refreshRegions();
      return { ok: false, message: null, code: null };
    }
    return { ok: false, message: error.text, code: error.body.code ?? null };
  }
}
