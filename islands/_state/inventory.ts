import { CHANGE_TIMEOUT_MS, HttpError } from '#core/contract/call.ts';
import { refreshRegions } from '#framework/browser/live-region.ts';
import { newKey } from './key.ts';

export const THEME_CHANGED = 'theme-changed';

/** Notifies this page and the other tabs of this browser that the equipped items have changed. */
export function announceTheme(): void {
  window.dispatchEvent(new Event(THEME_CHANGED));
  try {
    // only a changed value fires a storage event
    localStorage.setItem(THEME_CHANGED, String(Date.now()));
  } catch {
    // without storage other tabs change at their next page
  }
}

export type ItemResult =
  | { ok: true; message: string }
  /** @property message the server's text; null without a response */
  | { ok: false; message: string | null; code: string | null };

/**
 * Sends a call about an item. A lost connection or a timeout counts as a refusal without a text and refreshes the page.
 * @param send makes the call with the given options
 */
export async function sendItem(
  send: (options: { idempotencyKey: string; signal: AbortSignal }) => Promise<{ message: string }>,
): Promise<ItemResult> {
  try {
    const { message } = await send({
      idempotencyKey: newKey(),
      signal: AbortSignal.timeout(CHANGE_TIMEOUT_MS),
    });
    return { ok: true, message };
  } catch (error) {
    if (!(error instanceof HttpError)) {
      // the server may have executed the call
      void refreshRegions();
      return { ok: false, message: null, code: null };
    }
    return { ok: false, message: error.text, code: error.body.code ?? null };
  }
}
