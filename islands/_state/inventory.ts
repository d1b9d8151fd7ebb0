/** Buying, putting on and taking off, as the islands of a page do it. */
import { HttpError } from '#core/contract/call.ts';
import { refreshRegions } from '#framework/browser/live-region.ts';
import { newKey } from './key.ts';

/** Fired on the window when what is worn has changed, and the key by which other tabs hear of it. */
export const THEME_CHANGED = 'theme-changed';

/** Tells this page and the other tabs of this browser that something else is worn. */
export function announceTheme(): void {
  window.dispatchEvent(new Event(THEME_CHANGED));
  try {
    // storage events come of other values only
    localStorage.setItem(THEME_CHANGED, String(Date.now()));
  } catch {
    // private mode: the other tabs see it when they are loaded
  }
}

export type ItemResult =
  | { ok: true; message: string }
  /** `message` is the server's sentence, null when none came. */
  | { ok: false; message: string | null; code: string | null };

/**
 * Buys, puts on or takes off. A lost connection is a refusal without a sentence.
 * @param send makes the call, with a key of its own
 */
export async function sendItem(
  send: (options: { idempotencyKey: string }) => Promise<{ message: string }>,
): Promise<ItemResult> {
  try {
    const { message } = await send({ idempotencyKey: newKey() });
    return { ok: true, message };
  } catch (error) {
    if (!(error instanceof HttpError)) {
      // it may have been done all the same
      void refreshRegions();
      return { ok: false, message: null, code: null };
    }
    return { ok: false, message: error.text, code: error.body.code ?? null };
  }
}
