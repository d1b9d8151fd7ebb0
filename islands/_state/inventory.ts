/** Buying, putting on and taking off, as the islands of a page do it. */
import { newKey } from './key.ts';

/** Fired on the window when what is worn has changed. */
export const THEME_CHANGED = 'theme-changed';

export type ItemResult =
  | { ok: true; message: string | null }
  /** `message` is the server's sentence, null when none came. */
  | { ok: false; message: string | null; code: string | null };

/** Posts to the shop or the wardrobe. A lost connection is a refusal without a sentence. */
export async function sendItem(path: string, body: object): Promise<ItemResult> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      mode: 'cors',
      credentials: 'include',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'idempotency-key': newKey(),
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.json().catch(() => null)) as Record<string, unknown> | null;
    const [error, message] = [text(answer?.error), text(answer?.message)];
    if (response.ok && !error) return { ok: true, message };
    return { ok: false, message: error ?? message, code: text(answer?.code) };
  } catch {
    return { ok: false, message: null, code: null };
  }
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
